; Conjugate strings in two languages, far apart.
; args: --arm=flat
; expect: sat
(set-logic ALL)
(declare-const x String)
(declare-const y String)
(declare-const z String)
(declare-const w String)
(assert (= (str.++ x z) (str.++ z y)))
(assert (str.in_re x (re.+ (re.union (str.to_re "ab") (str.to_re "cab")))))
(assert (str.in_re y (re.+ (re.union (str.to_re "ba") (str.to_re "bca")))))
(assert (> (str.len z) 120))
(assert (str.contains x "cabab"))
(assert (not (str.contains (str.++ z "c" w) (str.++ w "c" z))))
(assert (> (str.len w) 200))
(check-sat)
