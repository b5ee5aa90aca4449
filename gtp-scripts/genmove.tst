# The engine's own moves.

boardsize 9
10 genmove
#? [syntax error]*
11 genmove red
#? [syntax error]*
20 genmove b
#? [[A-HJ][1-9]]
21 genmove b
#? [[A-HJ][1-9]]
22 genmove w
#? [[A-HJ][1-9]]
23 genmove WHITE
#? [[A-HJ][1-9]]
24 undo
25 undo
26 undo
27 undo
28 undo
#? [cannot undo]*

# reg_genmove plays nothing and repeats itself.
30 reg_genmove
#? [syntax error]*
31 reg_genmove b
#? [[A-HJ][1-9]]
32 list_stones b
#? []
33 undo
#? [cannot undo]*

# An early pass is not answered with a pass.
boardsize 9
komi 7.5
play b pass
40 genmove w
#? [[A-HJ][1-9]]

# Play goes on after two passes.
clear_board
play b pass
play w pass
50 genmove b
#? [[A-HJ][1-9]|resign]

# In a settled position a pass that wins is answered with a pass.
boardsize 5
komi 0.5
gogui-play_sequence b C1 w D1 b C2 w D2 b C3 w D3 b C4 w D4 b C5 w D5 b B2 w E2 b B4 w E4
play w pass
60 genmove b
#? [pass]

# Cleanup takes the dead stone before it passes.
boardsize 5
komi 0.5
gogui-play_sequence b C1 b C2 b C3 b C4 b C5 b B2 b B4 w D1 w D2 w D3 w D4 w D5 w E2 w E4 w A1
play b pass
play w pass
70 kgs-genmove_cleanup
#? [syntax error]*
71 kgs-genmove_cleanup b
#? [[A-E][1-5]]

# No room, no moves: a pass.
boardsize 2
80 genmove b
#? [[AB][12]|pass|resign]
81 genmove w
#? [[AB][12]|pass|resign]

# With two lines a chain that fills the board could be taken whole: the engine keeps its two eyes.
boardsize 5
komi 0
gogui-play_sequence b A1 b B1 b B2 b B3 b B4 b B5 b A3 b A4 b C1 b C2 b C3 b C4 b C5 b D1 b D2 b D3 b D4 b D5 b E2 b E3 b E4 b E5
90 genmove b
#? [pass|E1]

# All is decided but for one point that Black needs: he is ahead by half a point, and would be behind without it.
boardsize 7
komi -0.5
gogui-play_sequence b C1 w E1 b C2 w E2 b C3 w E3 b C4 w E4 b C5 w E5 b C6 w E6 b C7 w E7
gogui-play_sequence b D1 w D4 b D2 w D5 b D3 w D6 b B2 w F2 b B4 w F4 b B6 w F6
100 genmove b
#? [D7]

# On a large board the game begins in the corners.
boardsize 19
komi 7.5
110 genmove b
#? [[CDEPQR]([345]|1[567])]
111 genmove w
#? [[CDEPQR]([345]|1[567])]
boardsize 13
112 genmove b
#? [[CDEJKL]([345]|9|1[01])]
113 genmove w
#? [[CDEJKL]([345]|9|1[01])]

# A count of 0 is won by Black where the rules say so: he answers the pass.
boardsize 7
kata-set-rules ing
komi 7
gogui-play_sequence b D1 w E1 b D2 w E2 b D3 w E3 b D4 w E4 b D5 w E5 b D6 w E6 b D7 w E7 b B2 w G2 b B4 w G4 b B6 w G6
play w pass
120 genmove b
#? [pass]
undo
undo
kata-set-rules chinese
komi 7
play w pass
121 final_score
#? [0]

# A single playout decides every point and says nothing: no pass in the middle of a fight.
boardsize 9
komi 7.5
gogui-play_sequence b E5 w E3 b D3 w D4 b C4 w D5 b E4 w C3 b D2 w C5 b B4 w E6 b F6 w D7 b C2 w B3 b F3 w E2 b F2 w D1 b B2 w A4 b B5 w B6 b F7 w A5 b E7
kata-set-param playouts 1
130 genmove w
#? [[A-J][1-9]]
131 genmove b
#? [[A-J][1-9]]
