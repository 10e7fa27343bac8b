; `str.replace_all` goes from left to right; an empty pattern changes nothing.
; expect: sat
(assert (= (str.replace_all "aaa" "aa" "b") "ba"))
(assert (= (str.replace_all "abab" "ab" "") ""))
(assert (= (str.replace_all "ab" "" "x") "ab"))
(assert (= (str.replace_all "aa" "a" "aa") "aaaa"))
(check-sat)
