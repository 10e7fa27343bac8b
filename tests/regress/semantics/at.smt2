; `str.at` out of range is empty.
; expect: sat
(assert (= (str.at "abc" 0) "a"))
(assert (= (str.at "abc" 2) "c"))
(assert (= (str.at "abc" 3) ""))
(assert (= (str.at "abc" (- 1)) ""))
(assert (= (str.at "" 0) ""))
(check-sat)
