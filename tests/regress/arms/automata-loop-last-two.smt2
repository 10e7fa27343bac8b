; The loop from the other end, twice as long.
; args: --arm=automata
; expect: unsat
(declare-const x String)
(declare-const y String)
(declare-const z String)
(assert (= (str.++ x x y z) (str.++ z x x x)))
(assert (str.suffixof "b" x))
(assert (str.suffixof "a" y))
(assert (str.suffixof "b" z))
(check-sat)
