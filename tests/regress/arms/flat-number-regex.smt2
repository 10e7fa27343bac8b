; A numeral that commutes with a string of a language.
; args: --arm=flat
; expect: sat
(set-logic ALL)
(declare-const x String)
(declare-const y String)
(declare-const z String)
(declare-const n Int)
(assert (= (str.++ x y) (str.++ y x)))
(assert (= n (str.to_int y)))
(assert (> n 99))
(assert (str.in_re x (re.* (re.union (str.to_re "12") (str.to_re "3")))))
(assert (> (str.len x) 70))
(assert (str.contains x "1231"))
(assert (not (str.contains (str.++ x "1" z) (str.++ z "1" y))))
(assert (> (str.len z) 150))
(check-sat)
