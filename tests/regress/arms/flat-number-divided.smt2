; A numeral with a remainder, in strings that commute.
; args: --arm=flat
; expect: sat
(set-logic ALL)
(declare-const x String)
(declare-const y String)
(declare-const z String)
(declare-const n Int)
(assert (= (str.++ x y) (str.++ y x)))
(assert (= n (str.to_int x)))
(assert (= (mod n 7) 3))
(assert (> n 100))
(assert (> (str.len y) 75))
(assert (not (str.contains (str.++ z "0" y) (str.++ y "0" z))))
(assert (> (str.len z) 90))
(check-sat)
