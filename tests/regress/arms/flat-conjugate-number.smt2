; A numeral that is conjugate to something else, both ways.
; args: --arm=flat
; expect: sat
(set-logic ALL)
(declare-const x String)
(declare-const y String)
(declare-const z String)
(declare-const w String)
(declare-const n Int)
(assert (= (str.++ x z) (str.++ z y)))
(assert (= (str.++ y w) (str.++ w x)))
(assert (not (= x y)))
(assert (= n (str.to_int x)))
(assert (> n 100))
(assert (> (str.len z) 60))
(assert (> (str.len w) 60))
(assert (not (str.contains (str.++ w "q" z) (str.++ z "q" w))))
(check-sat)
