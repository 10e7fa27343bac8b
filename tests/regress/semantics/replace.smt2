; `str.replace` changes the first occurrence; an empty pattern occurs at the start.
; expect: sat
(assert (= (str.replace "abab" "ab" "x") "xab"))
(assert (= (str.replace "abab" "c" "x") "abab"))
(assert (= (str.replace "ab" "" "x") "xab"))
(assert (= (str.replace "" "" "x") "x"))
(check-sat)
