; Memberships of one string taken together: no common word, and no common length.
; expect: unsat
; expect: unsat
; expect: sat
(declare-const x String)
(declare-const y String)
(push)
(assert (str.in_re x (re.+ (str.to_re "ab"))))
(assert (not (str.in_re x (re.++ (str.to_re "a") re.all))))
(check-sat)
(pop)
(push)
(assert (str.in_re x (re.* (str.to_re "ab"))))
(assert (= x (str.++ "c" y)))
(check-sat)
(pop)
(assert (str.in_re x (re.* ((_ re.^ 6) re.allchar))))
(assert (str.in_re x (re.* ((_ re.^ 4) (re.range "a" "c")))))
(assert (> (str.len x) 1))
(assert (< (str.len x) 20))
(check-sat)
