; A variable inside a regular expression.
; expect: sat
; expect: unsat
(declare-const x String)
(declare-const y String)
(assert (str.in_re x (re.++ (re.* (str.to_re "a")) (str.to_re y) (re.+ (re.range "0" "9")))))
(assert (= (str.len y) 2))
(push)
(assert (str.prefixof "aab" x))
(check-sat)
(pop)
(assert (= (str.len x) 2))
(check-sat)
