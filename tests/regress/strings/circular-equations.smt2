; Equations in which variables stand on both sides.
(set-logic QF_SLIA)
(declare-const x String)
(declare-const y String)
(declare-const z String)
(declare-const b Bool)
(push 1)
(assert (or b (= (str.++ x "ab" y) (str.++ y "ba" x))))
(assert (or b (= (str.len x) (+ 1 (str.len y)))))
(assert (not b))
(check-sat) ; expect: sat
(pop 1)
(push 1)
(assert (or b (= (str.++ "a" x "b" y) (str.++ x "c" y z))))
(assert (= z "b"))
(assert (not b))
(check-sat) ; expect: unsat
(pop 1)
(push 1)
(assert (or b (= (str.++ "ab" z x "addc" y) (str.++ z "ba" y "dcba" x))))
(assert (not b))
(check-sat) ; expect: unsat
(pop 1)
