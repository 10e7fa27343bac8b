; Variables inside regular expressions: under complement and repetition, as bounds of a range, in
; what is replaced and in what is looked for.
; expect: sat
; expect: unsat
; expect: sat
; expect: sat
(declare-const x String)
(declare-const y String)
(declare-const z String)
(push)
(assert (not (str.in_re x (re.* (str.to_re y)))))
(assert (str.in_re x (re.* (re.union (str.to_re y) (str.to_re "abc")))))
(assert (= (str.len x) 6))
(assert (= (str.len y) 2))
(check-sat)
(pop)
(push)
(assert (str.in_re x (re.range y "z")))
(assert (= (str.len x) 4))
(check-sat)
(pop)
(push)
(assert (str.in_re x (re.+ (re.range y z))))
(assert (str.contains x "q"))
(assert (= (str.len x) 4))
(assert (distinct y z))
(check-sat)
(pop)
(assert (> (str.indexof_re x (re.++ (str.to_re y) (re.+ (re.range "0" "9")) (str.to_re y)) 1) 1))
(assert (> (str.len y) 1))
(assert (distinct (str.replace_re x (re.++ (str.to_re y) re.allchar) "") x))
(assert (not (str.contains x "aa")))
(check-sat)
