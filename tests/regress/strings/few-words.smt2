; What is looked for is one of few words, whatever its length.
; expect: unsat
; expect: sat
(declare-const u String)
(declare-const v String)
(declare-const y String)
(assert (= (str.++ v u) (str.++ u v)))
(assert (= (str.len u) 100))
(assert (str.contains u "bbbb"))
(assert (str.in_re y (re.+ (str.to_re "b"))))
(assert (<= 2 (str.len y)))
(assert (not (str.contains (str.++ u v) y)))
(push 1)
(assert (<= (str.len y) 4))
(check-sat)
(pop 1)
(assert (<= (str.len y) 5))
(check-sat)
