; A name that is declared again, with the same sort or another one, in queries that look alike.
; expect: unsat
; expect: sat
; expect: ((x "ab"))
; expect: unsat
; expect: sat
; expect: ((x 3))
(push 1)
(declare-const x String)
(assert (= x "ab"))
(assert (= (str.len x) 3))
(check-sat)
(pop 1)
(push 1)
(declare-const x String)
(assert (= x "ab"))
(check-sat)
(get-value (x))
(assert (= (str.len x) 3))
(check-sat)
(pop 1)
(declare-const x Int)
(assert (= x 3))
(check-sat)
(get-value (x))
