; Memberships of concatenations, part by part: lengths are not bounded, and no part is.
; expect: unsat
; expect: sat
; expect: unsat
(declare-const x String)
(declare-const y String)
(declare-const z String)
(push)
(assert (str.in_re (str.++ x "zb" y) (re.++ (re.* (str.to_re "z")) (re.opt (re.++ (re.range "a" "c") (re.* (re.union (str.to_re "a") (str.to_re "c"))))))))
(assert (str.in_re x (re.* (re.range "a" "u"))))
(assert (str.in_re y (re.* (re.range "a" "u"))))
(assert (not (str.in_re (str.++ x "az" y) (re.++ (re.* (re.++ (re.union (str.to_re "a") (str.to_re "c")) (re.union (str.to_re "z") (str.to_re "a") (str.to_re "c")))) (re.opt (re.union (str.to_re "a") (str.to_re "c")))))))
(check-sat)
(pop)
(assert (str.in_re (str.++ x y) (re.* (str.to_re "ab"))))
(assert (str.in_re (str.++ y x) (re.* (str.to_re "ba"))))
(assert (> (str.len x) (+ 3 (str.len y))))
(check-sat)
(assert (not (str.in_re (str.++ y z) (re.++ (str.to_re "b") re.all))))
(assert (str.in_re z (re.+ (re.union (str.to_re "b") (str.to_re "bb")))))
(check-sat)
