; `get-assignment` tells the truth value of each named formula.
; expect: sat
; expect: ((inner false) (outer true))
(set-option :produce-assignments true)
(assert (! (or (! (= 1 2) :named inner) true) :named outer))
(check-sat)
(get-assignment)
