# The protocol itself: names, versions, lists, errors.

10 protocol_version
#? [2]
20 name
#? [Tengen]
30 version
#? [\d+\.\d+\.\d+]
40 known_command genmove
#? [true]
50 known_command genmov
#? [false]
60 known_command
#? [false]
70 known_command Genmove
#? [false]
80 list_commands
#? [protocol_version\n.*\nshowboard\n.*]
90 list_commands
#? [!.*\s\n.*]
100 help
#? [.*play COLOR VERTEX: .*]
110 help undo
#? [undo: .*]
112 help play
#? [play COLOR VERTEX: .*COLOR: b or w.*VERTEX: a point.*]
114 help komi
#? [komi NUMBER: .*NUMBER: a number.*]
120 help nothing
#? [unknown command]*
130 nothing
#? [unknown command]*
140 Name
#? [unknown command]*
# Surplus arguments are ignored.
150 protocol_version 1 2 3
#? [2]
160 cputime
#? [\d+\.\d\d]
170 gogui-interrupt
#? []
180 kgs-game_over
#? []
# Tabs, runs of blanks, comments.
190 	 protocol_version	 # comment
#? [2]
# interrupt
200 protocol_version
#? [2]
