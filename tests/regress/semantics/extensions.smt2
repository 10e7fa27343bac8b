; What users of other solvers expect beyond the standard.
; expect: sat
(assert (= (str.rev "abc") "cba"))
(assert (= (str.update "abcde" 1 "xy") "axyde"))
(assert (= (str.update "abc" 2 "xyz") "abx"))
(assert (= (str.update "abc" 3 "x") "abc"))
(assert (= (str.to_lower "AbC1") "abc1"))
(assert (= (str.to_upper "AbC1") "ABC1"))
(assert (= (str.indexof_re "xaab" (re.+ (str.to_re "a")) 0) 1))
(check-sat)
