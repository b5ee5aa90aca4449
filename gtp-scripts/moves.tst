# Plays: colours, vertices, captures, suicide, ko, superko, undo.

boardsize 9
10 play black C3
11 play W c4
12 play B PASS
13 play white Pass
14 play b J9
15 play b I5
#? [syntax error]*
16 play b A0
#? [syntax error]*
17 play b A-1
#? [syntax error]*
18 play b A99999999999
#? [syntax error]*
19 play b 5A
#? [syntax error]*
20 play b A
#? [syntax error]*
21 play b AA1
#? [syntax error]*
22 play red A1
#? [syntax error]*
23 play b
#? [syntax error]*
24 play
#? [syntax error]*
25 play b resign
#? [syntax error]*
26 play b K1
#? [illegal move]*
27 play b C3
#? [illegal move]*
28 play w C3
#? [illegal move]*
29 play b A1 and more
30 list_stones b
#? [A1 C3 J9]

# Undo
100 undo
101 undo
102 undo
103 undo
104 undo
105 undo
106 undo
#? [cannot undo]*
107 list_stones b
#? []
play b C3
play w C4
play b D4
110 gg-undo 4
#? [cannot undo]*
111 list_stones b
#? [C3 D4]
112 gg-undo 2
113 list_stones b
#? [C3]
114 gg-undo
115 gg-undo
#? [cannot undo]*
116 gg-undo 0
117 gg-undo x
#? [syntax error]*

# All or nothing
200 gogui-play_sequence B C3 W C4 b d4
201 list_stones b
#? [C3 D4]
202 gogui-play_sequence B E5 W C3
#? [illegal move]*
203 gogui-play_sequence B E5 W
#? [syntax error]*
204 gogui-play_sequence B E5 W I5
#? [syntax error]*
205 gogui-play_sequence B E5 X E6
#? [syntax error]*
206 list_stones b
#? [C3 D4]
207 gogui-play_sequence
208 gogui-play_sequence W PASS B PASS
209 undo

# Suicide
boardsize 5
play w A2
play w B1
300 play b A1
#? [illegal move]*
play w A3
play w B2
play w C1
play w B3
301 list_stones w
#? [B1 C1 A2 B2 A3 B3]
clear_board
gogui-play_sequence w A3 w B2 w C1 b A2 b A1
302 play b B1
#? [illegal move]*
# The last liberty takes.
clear_board
gogui-play_sequence w A2 w B1 b A3 b B2 b C1
303 play b A1
304 captures b
#? [2]
305 list_stones w
#? []
306 undo
307 captures b
#? [0]
308 list_stones w
#? [B1 A2]

# Ko: at once is too soon, and passes do not lift superko.
clear_board
gogui-play_sequence b B1 w C1 b A2 w D2 b B3 w C3 b C2 w B2
400 captures w
#? [1]
401 play b C2
#? [illegal move]*
402 play w C2
403 undo
play b pass
play w pass
404 play b C2
#? [illegal move]*
405 play b E5
406 play w E1
407 play b C2
408 play w B2
#? [illegal move]*
409 gg-undo 5
410 play b C2
#? [illegal move]*

# Send two, return one
clear_board
kata-set-rule ko POSITIONAL
gogui-play_sequence b C2 w A2 b D1 w B2 b B1 w E5
500 play b A1
501 play w C1
502 captures w
#? [2]
503 play b B1
#? [illegal move]*
504 kata-set-rule ko SIMPLE
505 play b B1
kata-set-rules chinese

# Snapback takes more than one and is no ko.
boardsize 7
gogui-play_sequence b A2 b B2 b C1 w A3 w B3 w C2 w D1 w A1 b B1
600 captures b
#? [1]
601 play w A1
602 captures w
#? [4]

# After two passes the game can go on.
clear_board
play b pass
play w pass
700 play b D4
701 play w D4
#? [illegal move]*
