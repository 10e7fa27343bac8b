; Models use readable characters, also where the order of characters matters.
; expect: sat
; expect: ((x "a") (y "b") ((str.++ y x) "ba"))
(declare-const x String)
(declare-const y String)
(assert (str.< x y))
(assert (= (str.len x) (str.len y) 1))
(check-sat)
(get-value (x y (str.++ y x)))
