; Commuting strings, one of them in a language.
; args: --arm=flat
; expect: sat
(set-logic ALL)
(declare-const x String)
(declare-const y String)
(declare-const z String)
(assert (= (str.++ x y) (str.++ y x)))
(assert (str.in_re x (re.* (re.union (str.to_re "ab") (str.to_re "cc")))))
(assert (= (str.len x) 60))
(assert (> (str.len y) 70))
(assert (str.contains y "abccab"))
(assert (not (str.contains (str.++ x "c" z) (str.++ z "c" y))))
(assert (> (str.len z) 160))
(check-sat)
