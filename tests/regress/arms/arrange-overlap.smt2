; P2 §3.1: overlapping variables are not cut; words of fixed length solve the equation.
; args: --arm=arrange --rlimit-per=20000
; expect: sat
; expect: unsat
(set-logic QF_SLIA)
(declare-const x String)
(declare-const y String)
(assert (= (str.++ "01" x y) (str.++ x y "01")))
(assert (> (str.len x) 11))
(assert (= (str.len y) 4))
(check-sat)
(assert (= (str.at y 0) (str.at y 1)))
(assert (< (str.len x) 40))
(check-sat)
