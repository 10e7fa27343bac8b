; Two numerals that commute, one much larger than the other.
; args: --arm=flat
; expect: sat
(set-logic ALL)
(declare-const x String)
(declare-const y String)
(declare-const z String)
(declare-const n Int)
(declare-const m Int)
(assert (= (str.++ x y) (str.++ y x)))
(assert (= n (str.to_int x)))
(assert (= m (str.to_int y)))
(assert (> n (* 1000 m)))
(assert (> m 10))
(assert (> (str.len z) 60))
(assert (not (str.contains (str.++ z "7" x) (str.++ y "7" z))))
(check-sat)
