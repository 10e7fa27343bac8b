; The part of a mail address before its first "@" contains no "@".
; expect: unsat
; expect: sat
; expect: ((user "ab"))
(declare-const mail String)
(declare-const user String)
(assert (= user (str.substr mail 0 (str.indexof mail "@" 0))))
(assert (str.contains mail "@"))
(push)
(assert (str.contains user "@"))
(check-sat)
(pop)
(assert (str.prefixof "ab" mail))
(assert (= (str.len user) 2))
(check-sat)
(get-value (user))
