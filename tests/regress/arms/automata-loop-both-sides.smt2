; A string that comes back twice as often on one side.
; args: --arm=automata
; expect: unsat
(declare-const x String)
(declare-const y String)
(declare-const z String)
(assert (= (str.++ z y x x) (str.++ x x x z)))
(assert (str.prefixof "b" x))
(assert (str.prefixof "a" y))
(assert (str.prefixof "b" z))
(check-sat)
