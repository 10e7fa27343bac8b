; `:named` inside a formula makes a name that can be used from then on.
; expect: sat
(assert (or (! (= 1 2) :named first) (! (= 2 2) :named second)))
(assert (not first))
(assert second)
(check-sat)
