; `str.replace_re` takes the leftmost shortest match, which may be empty.
; expect: sat
(assert (= (str.replace_re "aab" (re.+ (str.to_re "a")) "x") "xab"))
(assert (= (str.replace_re "aab" (re.* (str.to_re "a")) "x") "xaab"))
(assert (= (str.replace_re "aab" (str.to_re "c") "x") "aab"))
(assert (= (str.replace_re "aab" re.none "x") "aab"))
(assert (= (str.replace_re "cab" (re.++ (str.to_re "a") re.all) "x") "cxb"))
(check-sat)
