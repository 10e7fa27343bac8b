; P2 §3.1: both sides have x once, and the left one a 0 more, the right one a 1.
; args: --rlimit-per=20000
; expect: unsat
(set-logic QF_S)
(declare-const x String)
(assert (= (str.++ "0" x) (str.++ x "1")))
(check-sat)
