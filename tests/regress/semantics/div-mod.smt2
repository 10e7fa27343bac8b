; Division rounds so that `mod` is never negative.
; expect: sat
(assert (= (div 7 2) 3))
(assert (= (div (- 7) 2) (- 4)))
(assert (= (div 7 (- 2)) (- 3)))
(assert (= (div (- 7) (- 2)) 4))
(assert (= (mod 7 2) (mod (- 7) 2) (mod 7 (- 2)) (mod (- 7) (- 2)) 1))
(assert (= (abs (- 3)) (abs 3) 3))
(assert ((_ divisible 3) 9))
(assert (not ((_ divisible 3) (- 8))))
(check-sat)
