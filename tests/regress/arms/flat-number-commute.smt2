; A numeral that commutes with a long string.
; args: --arm=flat
; expect: sat
(set-logic ALL)
(declare-const x String)
(declare-const y String)
(declare-const z String)
(declare-const n Int)
(assert (= (str.++ x y) (str.++ y x)))
(assert (= n (str.to_int y)))
(assert (> n 1000))
(assert (str.contains x "907"))
(assert (= (str.len x) 60))
(assert (not (str.contains (str.++ x "1" z) (str.++ z "1" y))))
(assert (> (str.len z) 130))
(check-sat)
