# Options, parameters of the search and rules, by name.

1 kata-list-params
#? [playouts visits time level threads memory resign_threshold lag .*]
2 kata-get-param playouts
#? [1000]
3 kata-set-param playouts 500
4 kata-get-param playouts
#? [500]
5 kata-set-param playouts many
#? [playouts: value out of range]*
6 kata-set-param nothing 1
#? [nothing: unknown parameter]*
7 kata-get-param nothing
#? [unknown parameter]*
8 kata-set-params {"playouts": 100, "threads": 1, "resign_threshold": 0}
9 kata-get-params
#? [\{.*"playouts":100.*"threads":1.*\}]
10 kata-set-params {"playouts": 200, "nothing": 1}
#? [nothing: unknown parameter]*
11 kata-get-param playouts
#? [100]
12 tengen-params expand_after 3
13 tengen-params
#? [(\[(string|list\S+)\] \S+ \S+\n?)+]
14 kata-get-param expand_after
#? [3]
15 genmove b

20 tengen-rules
#? [\[string\] komi 7\.5\n(\[(bool|list/[^\]]*)\] \S+ \S+\n?)+]
21 tengen-rules komi 6.5
22 tengen-rules suicide 1
23 tengen-rules ko SIMPLE
24 tengen-rules
#? [\[string\] komi 6\.5\n\[list/\S+\] ko SIMPLE\n.*\[bool\] suicide 1\n.*]
25 tengen-rules ko STRANGE
#? [rule ko cannot be 'STRANGE' .*]*
