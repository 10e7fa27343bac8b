; `str.to_code` wants one character, `str.from_code` a code point.
; expect: sat
(assert (= (str.to_code "a") 97))
(assert (= (str.to_code "") (- 1)))
(assert (= (str.to_code "ab") (- 1)))
(assert (= (str.from_code 97) "a"))
(assert (= (str.from_code (- 1)) ""))
(assert (= (str.from_code 196608) ""))
(assert (= (str.len (str.from_code 196607)) 1))
(check-sat)
