# Handicap stones.

boardsize 9
10 fixed_handicap 1
#? [invalid number of stones]*
11 fixed_handicap 10
#? [invalid number of stones]*
12 fixed_handicap
#? [syntax error]*
13 fixed_handicap -2
#? [syntax error]*
14 fixed_handicap two
#? [syntax error]*
20 set_free_handicap C3
#? [bad vertex list]*
21 set_free_handicap C3 C3
#? [bad vertex list]*
22 set_free_handicap C3 pass
#? [bad vertex list]*
23 set_free_handicap C3 K10
#? [bad vertex list]*
24 set_free_handicap C3 I5
#? [syntax error]*
25 set_free_handicap
#? [bad vertex list]*
26 list_stones b
#? []
30 fixed_handicap 4
#? [C3 G7 C7 G3]
31 fixed_handicap 2
#? [board not empty]*
32 place_free_handicap 2
#? [board not empty]*
33 set_free_handicap E5 E6
#? [board not empty]*
34 undo
#? [cannot undo]*
35 showboard
#? [.*Handicap: 4 stones.*White to move]

# The standard's table
clear_board
100 fixed_handicap 9
#? [C3 G7 C7 G3 C5 G5 E3 E7 E5]
boardsize 19
101 fixed_handicap 7
#? [D4 Q16 D16 Q4 D10 Q10 K10]
boardsize 13
102 fixed_handicap 5
#? [D4 K10 D10 K4 G7]
boardsize 12
103 fixed_handicap 4
#? [C3 K10 C10 K3]
boardsize 8
104 fixed_handicap 5
#? [invalid number of stones]*
105 fixed_handicap 3
#? [C3 F6 C6]
boardsize 7
106 fixed_handicap 4
#? [C3 E5 C5 E3]
boardsize 6
107 fixed_handicap 2
#? [invalid number of stones]*

# Free placement gives just the number asked for.
boardsize 9
200 place_free_handicap 4
#? [C3 G7 C7 G3]
clear_board
201 place_free_handicap 12
#? [([A-HJ][1-9] ){11}[A-HJ][1-9]]
clear_board
202 place_free_handicap 81
#? [invalid number of stones]*
203 place_free_handicap 1
#? [invalid number of stones]*
204 place_free_handicap 2.5
#? [syntax error]*
205 place_free_handicap
#? [syntax error]*
boardsize 5
206 place_free_handicap 2
#? [[A-E][1-5] [A-E][1-5]]
boardsize 2
207 set_free_handicap A1 B1 A2 B2
#? [bad vertex list]*
208 set_free_handicap A1 B1 A2
209 list_stones b
#? [A1 B1 A2]

# A failed command leaves the board empty; the stones are seen by genmove.
boardsize 9
300 set_free_handicap C3 G7 C7
301 komi 0
302 genmove w
#? [[A-HJ][1-9]]
303 undo
304 undo
#? [cannot undo]*
305 list_stones b
#? [C3 C7 G7]
306 list_stones w
#? []
