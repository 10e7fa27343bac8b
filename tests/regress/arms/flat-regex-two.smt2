; Commuting strings in two languages.
; args: --arm=flat
; expect: sat
(set-logic ALL)
(declare-const x String)
(declare-const y String)
(declare-const z String)
(assert (= (str.++ x y) (str.++ y x)))
(assert (str.in_re x (re.* (re.union (str.to_re "abc") (str.to_re "ad")))))
(assert (str.in_re y (re.* (re.union (str.to_re "abcad") (str.to_re "ad")))))
(assert (= (str.len x) 70))
(assert (> (str.len y) 100))
(assert (str.contains y "bcada"))
(assert (not (str.contains (str.++ y "b" z) (str.++ z "b" x))))
(assert (> (str.len z) 200))
(check-sat)
