; A string that the engine takes to be empty is empty for automata too, though no assertion speaks of the empty string.
; args: --arm=automata
; expect: sat
; expect: sat
(declare-const y String)
(declare-const z String)
(assert (= (str.++ z z) (str.++ "b0" y)))
(check-sat)
(reset-assertions)
(declare-const x String)
(declare-const y String)
(declare-const z String)
(assert (str.prefixof y (str.++ z x)))
(assert (= (str.from_code 1) y))
(check-sat)
