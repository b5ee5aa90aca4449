# Long cycles: no result or a draw under simple ko, refused under superko. Searches end all the same.

# Three kos. Black holds the upper one; whoever plays elsewhere loses everything.
boardsize 7
komi 6.5
kata-set-rules japanese
gogui-setup b A1 b B1 b E1 b F1 b G1 b A2 b E2 b G2 b A3 b B3 b E3 b F3 b G3 b A4 b E4 b F4 b G4 b A5 b B5 b E5 b F5 b G5 b A6 b C6 b E6 b G6 b A7 b B7 b E7 b F7 b G7
gogui-setup w C1 w D1 w B2 w D2 w C3 w D3 w B4 w D4 w C5 w D5 w D6 w C7 w D7
gogui-setup_player b
gogui-play_sequence b C4 w B6 b C2 w B4 b C6
10 final_score
#? [[BW]\+.*]
11 play w B2
# The start position is back, with Black to move: no result.
12 final_score
#? [cannot score]*
# A draw by area.
kata-set-rule scoring AREA
13 final_score
#? [0]
kata-set-rules stone-scoring
14 final_score
#? [0]
# A second round repeats positions as well.
gogui-play_sequence b C4 w B6
15 final_score
#? [0]
# A pass was free to be played elsewhere.
play b pass
16 final_score
#? [[BW]\+.*]
gg-undo 3
# The engine plays on where it is asked to, and comes to an end.
17 genmove b
#? [([A-G][1-7]|pass)]
undo
# Superko refuses the last capture, and counts what stands where it was played before the rules changed.
kata-set-rules chinese
18 final_score
#? [[BW]\+.*]
undo
19 play w B2
#? [illegal move]*
kata-set-rules chinese-1988
20 play w B2
#? [illegal move]*
kata-set-rules japanese
21 play w B2
22 undo
23 genmove w
#? [([A-G][1-7]|pass)]

# The same with the shortest cycle that there is.
boardsize 2
kata-set-rules japanese
gogui-play_sequence b A1 w B1 b A2 w B2 b A1 w A2
30 play b A1
31 final_score
#? [cannot score]*
32 genmove w
#? [([AB][12]|pass)]
