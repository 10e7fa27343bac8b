; The loop from the other end: what a string ends with goes round.
; args: --arm=automata
; expect: unsat
(declare-const x String)
(declare-const y String)
(declare-const z String)
(assert (= (str.++ x y z) (str.++ z x x)))
(assert (str.suffixof "2" x))
(assert (str.suffixof "1" y))
(assert (str.suffixof "2" z))
(check-sat)
