; A string that another one repeats has seven characters, six of them in a row that has no room for what the other contains.
; args: --arm=automata --rlimit-per=1000000
; expect: unsat
(set-logic QF_SLIA)
(declare-const u String)
(declare-const v String)
(assert (= (str.++ u v) (str.++ v u)))
(assert (= (str.len u) 7))
(assert (str.contains u "abcdef"))
(assert (str.contains v "abd"))
(check-sat)
