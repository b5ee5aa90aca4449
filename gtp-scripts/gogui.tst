# GoGui: its menu of analyze commands, and what each of them shows.

1 gogui-analyze_commands
#? [((none|string|hstring|plist|pspairs|gfx|varc|dboard|sboard|bwboard|param)/[^/]+/[^/\n]+\n?)+]

boardsize 5
play b A2
play b B1
play w B2
play w C1
play w D5
play b A1
10 tengen-win_rates w
#? [(COLOR (green|yellow|red)( [A-E]\d)+\n)+LABEL( [A-E]\d \d+)+\nTEXT white to move .*]
11 tengen-most_played
#? [([A-E]\d "\d+% [+-]\d+\.\d \d+"\n?)+]
12 tengen-pv b
#? [([A-E]\d|pass)( [A-E]\d| pass)*]
13 tengen-prior
#? [(([01]\.\d+ ?){5}\n?){5}]
14 tengen-ownership
#? [((-?[01]\.\d+ ?){5}\n?){5}]
15 tengen-territory
#? [(([bwn] ?){5}\n?){5}]
16 tengen-life
#? [(([bwn] ?){5}\n?){5}]
17 tengen-chains
#? ["" "" "" 4 ""\n"" "" "" "" ""\n"" "" "" "" ""\n1 3 "" "" ""\n1 1 2 "" ""]
18 tengen-liberties
#? ["" "" "" 3 ""\n"" "" "" "" ""\n"" "" "" "" ""\n1 2 "" "" ""\n1 1 2 "" ""]
19 tengen-statistics
#? [Nodes: \d+ of \d+\nMemory: .* MB\nThreads: \d+\nLast search: none in this game]
20 genmove w
21 tengen-statistics
#? [.*Last search: \d+ playouts .*]
22 final_status_list dead

# White takes the ko at C3; Black may not take it back at once. White's A1 would be suicide.
boardsize 5
tengen-rules ko POSITIONAL
gogui-setup w B3 w C2 w C4 b C3 b D4 b D2 b E3 b A2 b B1
play w D3
30 all_legal b
#? [!.*C3.*]
31 tengen-legal b
#? [COLOR green .*\nSQUARE C3\nTEXT 15 legal plays of black, 1 forbidden by positional superko, 0 suicides]
32 tengen-legal w
#? [COLOR green .*\nCIRCLE A1\nTEXT 15 legal plays of white, 0 forbidden by positional superko, 1 suicides]
33 all_legal
#? [syntax error]*

# Two eyes each for Black in the corner.
boardsize 5
gogui-setup b A2 b B2 b C2 b C1 b D1 b D2 b E2
40 tengen-life
#? [n n n n n\nn n n n n\nn n n n n\nb b b b b\nb b b b b]

50 tengen-live_graphics on
51 genmove w
52 tengen-live_graphics off
53 tengen-live_graphics
#? [syntax error]*
