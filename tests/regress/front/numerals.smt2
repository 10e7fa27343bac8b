; Integers are unbounded, and `(- n)` is negation.
; expect: sat
(assert (= (* 99999999999999999999 99999999999999999999) 9999999999999999999800000000000000000001))
(assert (= (- 5) (- 0 5)))
(assert (= (- 10 1 2) 7))
(check-sat)
