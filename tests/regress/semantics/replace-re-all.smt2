; `str.replace_re_all` takes leftmost shortest matches that are not empty.
; expect: sat
(assert (= (str.replace_re_all "aab" (re.* (str.to_re "a")) "x") "xxb"))
(assert (= (str.replace_re_all "aab" (re.+ re.allchar) "x") "xxx"))
(assert (= (str.replace_re_all "" re.all "x") ""))
(assert (= (str.replace_re_all "abab" (str.to_re "ab") "") ""))
(check-sat)
