; The digits at the beginning of a periodic string.
; args: --arm=flat
; expect: sat
(set-logic ALL)
(declare-const x String)
(declare-const y String)
(declare-const z String)
(declare-const n Int)
(assert (= (str.++ x y) (str.++ y x)))
(assert (= n (str.to_int (str.substr y 0 3))))
(assert (> n 500))
(assert (> (str.len x) 80))
(assert (str.is_digit (str.at x 40)))
(assert (not (str.contains x "00")))
(assert (not (str.contains (str.++ z "1" y) (str.++ y "1" z))))
(assert (> (str.len z) 90))
(check-sat)
