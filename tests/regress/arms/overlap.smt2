; P2 §3.1: a variable on both sides of an equation; words of zeros solve it.
; args: --rlimit-per=20000
; expect: sat
; expect: sat
(set-logic QF_SLIA)
(declare-const x String)
(assert (= (str.++ "0" x) (str.++ x "0")))
(check-sat)
(push)
(assert (= (str.len x) 7))
(check-sat)
