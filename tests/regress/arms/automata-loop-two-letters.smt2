; The loop with two letters to tell strings apart.
; args: --arm=automata
; expect: unsat
(declare-const x String)
(declare-const y String)
(declare-const z String)
(assert (= (str.++ z y x) (str.++ x x z)))
(assert (str.prefixof "ab" x))
(assert (str.prefixof "ba" y))
(assert (str.prefixof "ab" z))
(check-sat)
