# Rules by name, by key and as JSON.

10 kata-get-rules
#? [\{.*"friendlyPassOk":true,"hasButton":false,"ko":"SITUATIONAL","scoring":"AREA","suicide":false,"tax":"NONE",.*"whiteHandicapBonus":"N"\}]
20 kata-set-rules japanese
21 kata-get-rules
#? [.*"ko":"SIMPLE","scoring":"TERRITORY","suicide":false,"tax":"SEKI",.*"whiteHandicapBonus":"0".*]
22 kata-set-rules New Zealand
23 kata-get-rules
#? [.*"ko":"SITUATIONAL","scoring":"AREA","suicide":true.*]
24 kata-set-rules klingon
#? [.*klingon.*]*
25 kata-set-rules
#? [syntax error]*
26 kata-get-rules
#? [.*"ko":"SITUATIONAL","scoring":"AREA","suicide":true.*]
30 kata-set-rules {"ko": "POSITIONAL", "suicide": false, "whiteHandicapBonus": "N-1"}
31 kata-get-rules
#? [.*"ko":"POSITIONAL","scoring":"AREA","suicide":false,"tax":"NONE",.*"whiteHandicapBonus":"N-1".*]
# Wrong in its last key: nothing changes.
32 kata-set-rules {"ko":"SIMPLE","luck":true}
#? [.*luck.*]*
33 kata-set-rules {"ko":
#? [.*JSON.*]*
34 kata-get-rules
#? [.*"ko":"POSITIONAL".*]
40 kata-set-rule ko SIMPLE
41 kata-set-rule suicide true
42 kata-set-rule scoring territory
43 kata-set-rule tax ALL
44 kata-set-rule hasButton true
45 kata-set-rule whiteHandicapBonus 0
46 kata-set-rule friendlyPassOk false
47 kata-get-rules
#? [\{.*"friendlyPassOk":false,"hasButton":true,"ko":"SIMPLE","scoring":"TERRITORY","suicide":true,"tax":"ALL",.*"whiteHandicapBonus":"0"\}]
48 kata-set-rule ko LUCKY
#? [.*ko.*LUCKY.*SIMPLE, POSITIONAL, SITUATIONAL.*]*
49 kata-set-rule luck true
#? [.*luck.*]*
50 kata-set-rule ko
#? [syntax error]*
51 kata-set-rule
#? [syntax error]*

60 kgs-rules japanese
61 kgs-rules chinese
62 kata-get-rules
#? [.*"ko":"POSITIONAL","scoring":"AREA".*]
63 kgs-rules aga
64 kgs-rules new_zealand
65 kgs-rules
#? [syntax error]*
66 kgs-rules go
#? [.*'go'.*]*

# Rules leave komi and the board alone, and outlive a new game.
boardsize 5
komi 3.5
play b A1
70 kata-set-rules tromp-taylor
71 get_komi
#? [3.5]
72 list_stones b
#? [A1]
73 boardsize 5
74 clear_board
75 kata-get-rules
#? [.*"ko":"POSITIONAL","scoring":"AREA","suicide":true.*]

# Where suicide of several stones is allowed: the chain leaves the board and counts for the opponent.
gogui-play_sequence b A2 b A1 w A3 w B2 w C1
80 play b B1
81 list_stones b
#? []
82 captures w
#? [3]
83 undo
84 list_stones b
#? [A1 A2]
85 kata-set-rule suicide false
86 play b B1
#? [illegal move]*
# A single stone never.
87 kata-set-rule suicide true
clear_board
gogui-play_sequence w A2 w B1
88 play b A1
#? [illegal move]*
