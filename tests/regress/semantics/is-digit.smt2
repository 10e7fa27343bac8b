; `str.is_digit` holds of the ten ASCII digits alone.
; expect: sat
(assert (str.is_digit "0"))
(assert (str.is_digit "9"))
(assert (not (str.is_digit "")))
(assert (not (str.is_digit "12")))
(assert (not (str.is_digit "a")))
(assert (not (str.is_digit "\u{661}")))
(check-sat)
