; Every `unsat` replays through the proof checker: a Farkas conflict, a parity argument, a bound by division.
; args: --check-proof
; expect: unsat
; expect: unsat
; expect: unsat
; expect: sat
(declare-const x Int)
(declare-const y Int)
(declare-const z Int)
(push)
(assert (> x y))
(assert (> y z))
(assert (> z x))
(check-sat)
(pop)
(push)
(assert (= (* 2 x) (+ (* 4 y) 1)))
(check-sat)
(pop)
(push)
(assert (= (mod x 7) 3))
(assert (= (div x 7) 5))
(assert (not (= x 38)))
(check-sat)
(pop)
(assert (= (mod x 7) 3))
(assert (= (div x 7) 5))
(check-sat)
