# Scores and the status of stones.

# A settled board of five lines
boardsize 5
gogui-play_sequence b C1 w D1 b C2 w D2 b C3 w D3 b C4 w D4 b C5 w D5 b B2 w E2 b B4 w E4
komi 0.5
10 final_score
#? [B\+4\.5]
komi 5
11 final_score
#? [0]
komi 6.5
12 final_score
#? [W\+1\.5]
komi 7.5
13 final_score
#? [W\+2\.5]
komi -0.5
14 final_score
#? [B\+5\.5]
komi 6.25
15 final_score
#? [W\+1\.25]
16 final_status_list dead
#? []
17 final_status_list seki
#? []
18 final_status_list alive
#? [C1 [^\n]*\nD1 [^\n]*]
19 final_status_list
#? [syntax error]*
20 final_status_list sick
#? [syntax error]*
21 final_status_list Dead
#? [syntax error]*

# The answers do not change by asking, nor by passes.
komi 0.5
play b pass
play w pass
30 final_score
#? [B\+4\.5]
31 final_score
#? [B\+4\.5]
32 undo
33 undo
34 final_score
#? [B\+4\.5]

# An empty board, and a single stone
boardsize 9
komi 6.5
40 final_score
#? [W\+6\.5]
play b pass
play w pass
41 final_score
#? [W\+6\.5]
boardsize 4
play b C2
42 final_score
#? [B\+9\.5]

# Two walls
boardsize 6
gogui-play_sequence b A3 b B3 b C3 b D3 b E3 b F3 w A4 w B4 w C4 w D4 w E4 w F4
komi 0.5
50 final_score
#? [W\+0\.5]
komi 0
51 final_score
#? [0]

# Dead stones come off, the same before and after the passes.
boardsize 9
komi 0
gogui-play_sequence b E6 b D5 b E5 b F5 b G5 b J5 b B4 b C4 b D4 b F4 b G4 b H4 b J4 b A3 b F3 b B2 b E2 b G2 b E1 b F1 b H1
gogui-play_sequence w C7 w D7 w E7 w F7 w B6 w D6 w F6 w G6 w H6 w J6 w A5 w B5 w C5 w H5 w A4 w D3 w E3 w G3 w H3 w H2
60 final_status_list dead
#? [H2 G3 H3\nD3 E3]
61 final_score
#? [B\+1]
play b pass
play w pass
62 final_score
#? [B\+1]
63 final_status_list dead
#? [H2 G3 H3\nD3 E3]
kata-set-rules tromp-taylor
64 final_status_list dead
#? []
65 final_status_list alive
#? [(?s).*H2 G3 H3.*]
66 final_score
#? [W\+22]
kata-set-rules chinese

# Seki
boardsize 6
komi 0
gogui-play_sequence b D6 b D5 b C4 b C3 b D3 b E3 b F3 b C2 b E2 b C1 b E1
gogui-play_sequence w C6 w F6 w B5 w C5 w F5 w B4 w D4 w E4 w F4 w B3 w B2 w B1
70 final_status_list dead
#? []
71 final_score
#? [W\+4]

# White gets a point for each handicap stone by the Chinese rules, the default.
boardsize 9
komi 0.5
fixed_handicap 2
play w pass
play b pass
80 final_score
#? [B\+78\.5]
81 kata-set-rules aga
82 final_score
#? [B\+79\.5]
83 kata-set-rules tromp-taylor
84 final_score
#? [B\+80\.5]
kata-set-rules chinese


# Neutral points are filled as players do: White keeps the first line closed, and has territory there, not a seki.
boardsize 7
kata-set-rules japanese
gogui-setup B A6 W B6 W C6 W D6 W E6 W F6 W G6 B A5 B B5 B C5 B D5 B E5 B F5 B G5 B A4 W B4 B C4 B D4 W E4 W F4 W A3 W B3 W C3 B D3 B E3 W F3 W B2 B C2 B D2 B E2 W F2 B B1 B D1 W E1 W F1
90 final_status_list seki
#? []


# A tie is Black's under Ing rules, and a draw under others.
boardsize 5
kata-set-rules ing
gogui-setup B C1 B C2 B C3 B C4 B C5 W D1 W D2 W D3 W D4 W D5 B B2 B B4 W E2 W E4
komi 5
91 final_score
#? [B\+0]
kata-set-rules chinese
92 final_score
#? [0]
