; Equations with variables on both sides: alignment, cycles, commuting words.
; expect: unsat
; expect: unsat
; expect: sat
; expect: unsat
(declare-const x String)
(declare-const y String)
(declare-const z String)
(push)
(assert (= (str.++ x "a" y) (str.++ x "b" z)))
(check-sat)
(pop)
(push)
(assert (= x (str.++ y x z)))
(assert (not (= y "")))
(check-sat)
(pop)
(push)
(assert (= (str.++ x y) (str.++ y x)))
(assert (= (str.len x) 2))
(assert (= (str.len y) 4))
(assert (not (= (str.at x 0) (str.at x 1))))
(check-sat)
(pop)
(assert (= (str.++ x y) (str.++ z "ab")))
(assert (= (str.len x) (str.len z)))
(assert (not (= y "ab")))
(check-sat)
