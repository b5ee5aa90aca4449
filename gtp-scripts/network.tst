# Commands about the network, without one.

10 kata-get-models
#? [\[\]]
11 known_command kata-raw-nn
#? [false]
20 kata-raw-nn 0
#? [no network: .*]*
30 kata-raw-nn b all
#? [no network: .*]*
40 kata-raw-nn
#? [no network: .*]*
50 kata-raw-nn 8
#? [syntax error]*
60 kata-raw-nn b x
#? [syntax error]*
