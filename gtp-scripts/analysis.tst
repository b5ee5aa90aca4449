# Analysis. Without `maxvisits` it goes on until the next line, so that here all have it. The text of an answer begins after
# its first space, so that the first `info` is missing.

boardsize 9
10 lz-analyze b 50 maxvisits 200
#? [move \S+ visits \d+ winrate \d+ prior \d+ lcb \d+ order 0 pv( (pass|[A-HJ]\d))+( info move \S+ visits \d+ winrate \d+ prior \d+ lcb \d+ order \d+ pv( (pass|[A-HJ]\d))+)+]
11 lz-analyze interval 50 w minmoves 82 maxvisits 100
#? [move .* order 81 pv \S+]
12 kata-analyze maxvisits 300 maxmoves 1
#? [move \S+ visits \d+ edgeVisits \d+ utility \S+ winrate [01]\.\d+ scoreMean \S+ scoreStdev \S+ scoreLead \S+ scoreSelfplay \S+ prior \S+ lcb [01]\.\d+ utilityLcb \S+ weight \d+ order 0 pv( (pass|[A-HJ]\d))+]
13 kata-analyze b 50 maxvisits 400 maxmoves 1 rootInfo true ownership true
#? [.* rootInfo visits \d+ .* ownership( -?[01]\.\d+){81}]
14 kata-analyze b maxvisits 500 maxmoves 1 ownershipStdev true movesOwnership true movesOwnershipStdev true
#? [.* pv( [A-HJ]\d| pass)+ movesOwnership( -?[01]\.\d+){81} movesOwnershipStdev( [01]\.\d+){81} ownershipStdev( [01]\.\d+){81}]
15 kata-analyze b maxvisits 600 maxmoves 1 pvVisits true pvEdgeVisits true noResultValue true
#? [.* noResultValue 0 prior .* pvVisits( \d+)+ pvEdgeVisits( \d+)+]
16 lz-analyze b maxvisits 100 avoid b E5,D4,pass 1 avoid w E5 3
#? [!.*move (E5|D4|pass) .*]
17 kata-analyze w maxvisits 100 allow w C3,G7 4 allow w C7 4
#? [!.*move ([^CG]|C[^37]|G[^7]).*]
18 lz-analyze b maxvisits 100 allow b A1 1 avoid b A1 1
#? [move pass visits \d+ .*]
19 lz-analyze b fifty
#? [syntax error]*
20 lz-analyze b 50 ownership true
#? [syntax error]*
21 kata-analyze b 50 ownership
#? [syntax error]*
22 kata-analyze avoid b Q99 1
#? [syntax error]*
24 kata-analyze avoid b E5,K9 1
#? [syntax error]*
25 kata-genmove_analyze b allow w A10 3
#? [syntax error]*
26 kata-search_analyze b allow b K1 3
#? [syntax error]*
27 lz-analyze b w
#? [syntax error]*
23 stop
#? []

30 kata-search b
#? [(?i)[a-hj]\d]
31 kata-search_analyze b 10 maxmoves 2
#? [move .*\nplay [A-HJ]\d]
32 list_stones b
#? []
33 lz-genmove_analyze b 10
#? [move .*\nplay [A-HJ]\d]
34 kata-genmove_analyze w ownership true
#? [.* ownership( -?[01]\.\d+){81}\nplay [A-HJ]\d]
35 cgos-genmove_analyze b
#? ["?.*"ownership":"[A-Za-z0-9+/]{81}","score":.*\}\nplay [A-HJ]\d]
36 list_stones b
#? [\S+ \S+]
37 list_stones w
#? [\S+]

boardsize 2
40 lz-analyze b 10 maxvisits 50
#? [move .*]
41 kata-genmove_analyze b 10
#? [move .*\nplay .*]
boardsize 25
42 kata-analyze w maxvisits 50 maxmoves 1 ownership true
#? [.* ownership( -?[01]\.\d+){625}]

# Nothing is left but to fill eyes: analysis looks at the pass alone, unless it is told to look at such a move.
boardsize 7
komi 6
gogui-setup B A7 B B7 B F7 B G7 B A6 B B6 B F6 B G6 B A5 B B5 B F5 B G5 B A4 B B4 B F4 B G4 B B3 B F3 B A2 B B2 B F2 B G2 B B1 B F1 W C7 W D7 W E7 W C6 W D6 W E6 W C5 W D5 W E5 W C4 W E4 W C3 W D3 W E3 W C2 W E2 W C1 W D1 W E1
90 final_score
#? [B\+1]
91 kata-analyze b maxvisits 300 rootInfo true
#? [move pass visits 300 .* winrate (1|0\.9)\S* .* rootInfo visits 300 utility \S+ winrate (1|0\.9).*]
92 lz-analyze b maxvisits 300 allow b G3 1
#? [move G3 visits 300 winrate \d{1,2} .*]
93 tengen-pv b
#? [pass.*]
94 kata-set-rules stone-scoring
95 final_score
#? [W\+1]
96 kata-analyze b maxvisits 200 allow b pass 1
#? [move pass visits 200 .* winrate 0\.0\S* .* scoreLead -1\.000 .*]
