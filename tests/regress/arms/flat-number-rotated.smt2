; A numeral that becomes another one by rotation, nine more.
; args: --arm=flat
; expect: sat
(set-logic ALL)
(declare-const x String)
(declare-const z String)
(declare-const w String)
(declare-const n Int)
(assert (= (str.++ x z) (str.++ z (str.from_int n))))
(assert (> (str.len z) 75))
(assert (= (str.to_int x) (+ n 9)))
(assert (> n 100))
(assert (not (str.contains (str.++ z "1" w) (str.++ w "1" x))))
(assert (> (str.len w) 90))
(check-sat)
