# Levels of play: 1 (weakest) to 10, 0 for full strength.

boardsize 9
1 level 3
2 kata-get-param level
#? [3]
3 level 11
#? [unacceptable level]*
4 level
#? [syntax error]*
5 level strong
#? [syntax error]*
6 kata-get-param level
#? [3]
7 kata-set-param level 11
#? [level: value out of range]*
8 kata-set-param level 1
9 gomill-describe_engine
#? [.*, level 1,.*]

10 genmove b
#? [[A-HJ]\d]
11 gomill-explain_last_move
#? [black .*; 12 playouts in .*]
12 kgs-genmove_cleanup w
#? [[A-HJ]\d]
13 lz-genmove_analyze b 10
#? [move .*\nplay [A-HJ]\d]
14 kata-search w
#? [(?i)[A-HJ]\d]
15 reg_genmove w
#? [[A-HJ]\d]
16 kata-analyze w maxvisits 100 rootInfo true
#? [.* rootInfo visits 1\d\d .*]

# The white chain of three is in atari; no level leaves it so.
boardsize 9
gogui-setup b D4 b D5 b D6 b E3 b F4 b F5 b F6 b G2 w E4 w E5 w E6 w C4 w G4 w E8 w C2
20 reg_genmove b
#? [E7]
21 reg_genmove w
#? [E7]
22 level 5
23 reg_genmove b
#? [E7]
24 reg_genmove w
#? [E7]

# A clock holds.
boardsize 9
level 10
time_settings 1 0 0
30 genmove b
#? [[A-HJ]\d]
31 time_left w 0 0
32 genmove w
#? [[A-HJ]\d]
time_settings 0 1 0

40 level 0
41 tengen-params
#? [.*\[list/0/1/2/3/4/5/6/7/8/9/10\] level 0\n.*]
42 gomill-describe_engine
#? [!.*level.*]
