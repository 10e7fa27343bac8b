; A remainder by a variable: each fact of the division is checked by itself.
; expect: sat
(declare-const x String)
(declare-const i Int)
(assert (= (mod (str.len x) i) 2))
(assert (> (str.len x) 5))
(assert (not (= i 0)))
(check-sat)
