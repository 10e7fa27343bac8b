; `=`, `<`, `<=`, `>`, `>=` chain; `distinct` is pairwise; `=>` associates to the right.
; expect: sat
(assert (= 1 1 1))
(assert (not (= 1 1 2)))
(assert (< 1 2 3))
(assert (not (< 1 3 2)))
(assert (>= 3 3 1))
(assert (distinct 1 2 3))
(assert (not (distinct 1 2 1)))
(assert (=> false false false))
(assert (not (=> true true false)))
(assert (xor true true true))
(check-sat)
