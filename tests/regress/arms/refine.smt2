; P2 §3.1, the example for Refine: whatever the length of x, characters of constants meet.
; args: --rlimit-per=50000
; expect: unsat
(set-logic QF_S)
(declare-const x String)
(declare-const y String)
(assert (= (str.++ x x y) (str.++ y "12" x)))
(assert (= y (str.++ x "3")))
(check-sat)
