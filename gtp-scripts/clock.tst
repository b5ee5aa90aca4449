# Time: everything is accepted, and genmove stays inside it.

boardsize 9
10 time_settings 0 1 0
11 time_settings 600 0 0
12 time_settings 600 30 5
13 time_settings 0 0 0
14 time_settings 60 0 5
15 time_settings 2147483647 2147483647 2147483647
16 time_settings -7 10 1
17 time_settings 1.5 2.5 3
18 time_settings
#? [syntax error]*
19 time_settings 10 5
#? [syntax error]*
20 time_settings a b c
#? [syntax error]*

30 time_left b 10 0
31 time_left w 0 0
32 time_left black 30 5
33 time_left b 12.5 0
34 time_left b -3 0
35 time_left b
#? [syntax error]*
36 time_left b 10
#? [syntax error]*
37 time_left x 10 0
#? [syntax error]*

40 kgs-time_settings none
41 time_left b 10 3
42 kgs-time_settings absolute 300
43 kgs-time_settings byoyomi 300 30 5
44 time_left b 30 3
45 kgs-time_settings canadian 300 30 10
46 kgs-time_settings byoyomi 0 19 10
47 kgs-time_settings
#? [syntax error]*
48 kgs-time_settings hourglass 60
#? [syntax error]*
49 kgs-time_settings byoyomi 300
#? [syntax error]*

50 kata-list_time_settings
#? [none absolute byoyomi canadian fischer fischer-capped]
51 kata-time_settings fischer 60 5
52 kata-time_settings fischer-capped 60 5 120 -1
53 kata-time_settings absolute 300
54 kata-time_settings none

# A game of a second: moves, not passes.
time_settings 1 0 0
60 genmove b
#? [[A-HJ][1-9]]
61 genmove w
#? [[A-HJ][1-9]]
62 genmove b
#? [[A-HJ][1-9]]
63 time_left b 0 0
64 genmove b
#? [[A-HJ][1-9]]
time_settings 0 1 0
