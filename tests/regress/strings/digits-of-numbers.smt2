; A digit rules out all numbers that have it at that place, not one after the other.
; expect: sat
; expect: sat
; expect: unsat
(declare-const x String)
(declare-const y String)
(push)
(assert (> (str.to_int x) 12))
(assert (not (= (str.at x 1) "0")))
(check-sat)
(pop)
(push)
(assert (str.prefixof "526" x))
(assert (> (str.to_int x) 88384))
(check-sat)
(pop)
(assert (= (str.len x) 7))
(assert (str.prefixof "48" x))
(assert (< 5000000 (str.to_int x) 6000000))
(check-sat)
