; `str.from_int` of a negative number is empty.
; expect: sat
(assert (= (str.from_int 0) "0"))
(assert (= (str.from_int 120) "120"))
(assert (= (str.from_int (- 1)) ""))
(assert (= (str.from_int 123456789012345678901234567890) "123456789012345678901234567890"))
(check-sat)
