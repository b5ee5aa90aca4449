# Game records.

10 loadsgf sgf/game.sgf
11 showboard
#? [9x9, .*, komi 5.5\n.*Move 6: White pass\nBlack to move]
12 list_stones b
#? [D4 E5 G7]
13 list_stones w
#? [F5 C6]
14 undo
15 undo
16 undo
17 undo
18 undo
19 undo
20 undo
#? [cannot undo]*

# The position before a move
30 loadsgf sgf/game.sgf 1
31 list_stones b
#? []
32 loadsgf sgf/game.sgf 3
33 list_stones b
#? [E5]
34 list_stones w
#? [F5]
35 loadsgf sgf/game.sgf 99
36 list_stones b
#? [D4 E5 G7]
37 loadsgf sgf/game.sgf 0
38 list_stones b
#? []
39 loadsgf sgf/game.sgf x
#? [syntax error]*

# Without komi there is none.
komi 6.5
50 loadsgf sgf/setup.sgf
51 get_komi
#? [0]
52 list_stones b
#? [C3 D5]
53 showboard
#? [.*White to move]
54 undo
55 undo
#? [cannot undo]*

# Handicap as a number alone
60 loadsgf sgf/handicap.sgf
61 showboard
#? [13x13.*Handicap: 3 stones.*]
62 list_stones b
#? [D4 G7 D10 K10]
63 genmove w
#? [[A-HJ-N]1?\d]
64 undo
65 undo
66 undo
67 undo
#? [cannot undo]*

# What cannot be read changes nothing.
komi 1.5
70 loadsgf
#? [syntax error]*
71 loadsgf sgf/missing.sgf
#? [cannot load file]*
72 loadsgf sgf/broken.sgf
#? [cannot load file]*
73 loadsgf sgf/rectangle.sgf
#? [cannot load file]*
74 loadsgf sgf
#? [cannot load file]*
75 loadsgf ~/game.sgf
#? [cannot load file]*
76 get_komi
#? [1.5]
77 showboard
#? [13x13.*Handicap: 3 stones.*]

# Positional superko looks back to the set-up.
kata-set-rule ko POSITIONAL
80 loadsgf sgf/superko.sgf
81 play w B9
#? [illegal move]*
kata-set-rules chinese

# Writing
boardsize 9
komi 6.5
set_free_handicap C3 G7
play w E5
play b pass
90 printsgf
#? [\(;.*FF\[4\].*SZ\[9\].*;W\[ee\];B\[\]\)]
91 printsgf -
#? [\(;.*HA\[2\].*]
92 printsgf missing/folder/game.sgf
#? [cannot write file]*
