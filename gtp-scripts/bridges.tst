# What servers and other programs send.

boardsize 9
1 cgos-opponent_name Some Program
2 cgos-opponent_rating 1800?
3 cgos-gameover B+Resign
4 kgs-game_over

10 gomill-describe_engine
#? [Tengen \S+\nTree search with playouts: .*\nchinese rules]
11 gomill-explain_last_move
#? []
12 gomill-genmove_ex
#? []
13 gomill-genmove_ex b claim
#? [[A-HJ]\d]
14 gomill-explain_last_move
#? [black [A-HJ]\d \(\d+ visits, win rate \d+\.\d%, score [+-]\d+\.\d\), expecting .*; \d+ playouts in .* s]
15 gomill-cpu_time
#? [\d+\.\d\d]
16 gomill-savesgf missing/folder/game.sgf PB=Tengen RE=B+3\_points
#? [cannot write file]*
17 gomill-savesgf
#? [syntax error]*

20 set_position b C3 w D4 b E5
21 list_stones b
#? [C3 E5]
22 undo
#? [cannot undo]*
23 set_position b A1 w A2 w B1
#? [stones without liberties]*
24 set_position b A1 w A1
#? [syntax error]*
25 list_stones b
#? [C3 E5]
26 set_position
27 list_stones b
#? []

30 clear_cache
31 kata-get-models
#? [\[\]]
32 kata-benchmark 100
#? [9x9, \d+ threads: 100 playouts in \S+ s, \d+ a second]
