; `str.to_int` reads digits and nothing else, of any number.
; expect: sat
(assert (= (str.to_int "007") 7))
(assert (= (str.to_int "") (- 1)))
(assert (= (str.to_int "-1") (- 1)))
(assert (= (str.to_int "1 ") (- 1)))
(assert (= (str.to_int "\u{661}") (- 1)))
(assert (= (str.to_int "123456789012345678901234567890") 123456789012345678901234567890))
(check-sat)
