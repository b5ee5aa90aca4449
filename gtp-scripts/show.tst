# What showboard draws.

boardsize 7
komi 0.5
10 showboard
#? [7x7, .* rules, komi 0.5\n   A B C D E F G\n 7 . . . . . . . 7\n.*No moves yet\nBlack to move]
play b C3
play w G1
20 showboard
#? [.*\n 3 . . X . \+ . . 3\n.*\n 1 . . . . . .\(O\)1\n.*Move 2: White G1\nBlack to move]
play b A1
30 showboard
#? [.*\n 1\(X\). . . . . O 1\n.*]
play w A2
play b pass
play w B1
40 showboard
#? [.*\n 1 .\(O\). . . . O 1\n.*Prisoners: Black \(X\) 0, White \(O\) 1\n.*]
play b pass
play w pass
50 showboard
#? [.*Move 8: White pass\nBlack to move, after two passes]
# No line in it is empty.
60 showboard
#? [!.*\n\n.*]
boardsize 19
fixed_handicap 3
70 showboard
#? [19x19, .*\n19 . .*\n16 . . . X . . . . . \+ . . . . . X . . . 16\n.*Handicap: 3 stones\n.*White to move]
boardsize 2
80 showboard
#? [2x2, .*\n   A B\n 2 . . 2\n 1 . . 1\n   A B\n.*]
