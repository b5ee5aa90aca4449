# Board, komi and set-up.

# An engine that is just started has an empty board of 19 lines and a komi of 7.5.
10 list_stones black
#? []
20 play b T19
30 undo
40 get_komi
#? [7.5]

# Sizes
100 boardsize 26
#? [unacceptable size]*
101 boardsize 1
#? [unacceptable size]*
102 boardsize 0
#? [unacceptable size]*
103 boardsize
#? [syntax error]*
104 boardsize x
#? [syntax error]*
105 boardsize -3
#? [syntax error]*
106 boardsize 99999999999999999999
#? [unacceptable size]*
107 boardsize 19 13
#? [unacceptable size]*
108 boardsize 9.5
#? [syntax error]*
110 play b T19
111 undo
120 boardsize 2
121 boardsize 25
122 play b Z25
123 boardsize 9 9
124 boardsize 13 is surplus
125 play b N13
126 play w N14
#? [illegal move]*
127 play w Q16
#? [illegal move]*
130 rectangular_boardsize 9 9
131 rectangular_boardsize 9 13
#? [unacceptable size]*
132 rectangular_boardsize
#? [syntax error]*
133 play b J9
134 play w K9
#? [illegal move]*

# A failed boardsize changes nothing.
140 boardsize 99
#? [unacceptable size]*
141 list_stones b
#? [J9]

# Komi outlives a new game, whatever comes first.
200 komi 5.5
201 boardsize 9
202 clear_board
203 get_komi
#? [5.5]
204 list_stones b
#? []
205 komi -7.5
206 get_komi
#? [-7.5]
207 komi 1000000
208 komi 6.25
209 get_komi
#? [6.25]
210 komi
#? [syntax error]*
211 komi x
#? [syntax error]*
212 komi nan
#? [syntax error]*
213 komi inf
#? [syntax error]*
214 get_komi
#? [6.25]
215 komi 0
216 get_komi
#? [0]

# Set-up stones may stand without liberties and are no moves.
boardsize 9
clear_board
300 gogui-setup B A1 W A2 W B1 B E5 W E6
301 list_stones b
#? [A1 E5]
302 list_stones w
#? [B1 A2 E6]
303 captures w
#? [0]
304 undo
#? [cannot undo]*
305 gogui-setup_player w
306 showboard
#? [.*White to move.*]
307 gogui-setup B A1 W
#? [syntax error]*
308 gogui-setup B K10
#? [syntax error]*
309 gogui-setup B C3 W PASS
#? [syntax error]*
310 list_stones b
#? [A1 E5]
311 gogui-setup_player
#? [syntax error]*
312 gogui-setup
313 gogui-setup_player b
314 showboard
#? [.*Black to move.*]
315 play w D5
316 undo
317 undo
#? [cannot undo]*

# What a controller that sets up by plays sends.
clear_board
400 play b A1
401 play b A2
402 play w J9
403 play w J8
404 play b C3
405 list_stones b
#? [A1 A2 C3]
406 list_stones
#? [syntax error]*
407 list_stones red
#? [syntax error]*
408 captures
#? [syntax error]*
