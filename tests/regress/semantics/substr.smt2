; `str.substr` is cut at the end; out of range or no length is empty.
; expect: sat
(assert (= (str.substr "abcde" 1 3) "bcd"))
(assert (= (str.substr "abcde" 3 10) "de"))
(assert (= (str.substr "abcde" 5 1) ""))
(assert (= (str.substr "abcde" (- 1) 3) ""))
(assert (= (str.substr "abcde" 1 0) ""))
(assert (= (str.substr "abcde" 1 (- 2)) ""))
(check-sat)
