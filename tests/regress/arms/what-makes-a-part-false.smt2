; Sides of an equality between formulas count with the values that they have: what makes a side false matters.
; args: --arm=lengths
; expect: sat
; expect: sat
(declare-const x String)
(declare-const n Int)
(assert (= (str.in_re x (str.to_re "")) (=> (= (str.to_int x) 1) (> 0 n))))
(check-sat)
(assert (not (= x "")))
(check-sat)
