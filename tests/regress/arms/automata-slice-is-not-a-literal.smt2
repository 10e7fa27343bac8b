; Automata know that a slice of open length differs from a literal, though its beginning is a number.
; args: --arm=automata
; expect: sat
; expect: sat
(declare-const z String)
(declare-const i Int)
(assert (not (= (str.substr z 97 i) "")))
(assert (>= i 2))
(check-sat)
(reset-assertions)
(declare-const x String)
(declare-const y String)
(declare-const z String)
(declare-const i Int)
(assert (or (distinct x (str.substr z 3 i) "a" y "b" "") (= x y)))
(assert (or (not (= x y)) (= i 0)))
(assert (= (str.++ x z) (str.++ z y)))
(check-sat)
