; `str.indexof` of the empty string in range is the start; out of range is -1.
; expect: sat
(assert (= (str.indexof "abcab" "ab" 0) 0))
(assert (= (str.indexof "abcab" "ab" 1) 3))
(assert (= (str.indexof "abcab" "x" 0) (- 1)))
(assert (= (str.indexof "abc" "" 2) 2))
(assert (= (str.indexof "abc" "" 3) 3))
(assert (= (str.indexof "abc" "" 4) (- 1)))
(assert (= (str.indexof "abc" "a" (- 1)) (- 1)))
(assert (= (str.indexof "" "" 0) 0))
(check-sat)
