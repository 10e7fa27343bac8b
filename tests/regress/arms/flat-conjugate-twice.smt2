; Strings that are conjugate both ways, and different.
; args: --arm=flat
; expect: sat
(set-logic ALL)
(declare-const x String)
(declare-const y String)
(declare-const z String)
(declare-const w String)
(assert (= (str.++ x z) (str.++ z y)))
(assert (= (str.++ y w) (str.++ w x)))
(assert (not (= x y)))
(assert (> (str.len z) 90))
(assert (> (str.len w) 90))
(assert (= (str.len x) 12))
(assert (str.contains x "abcd"))
(assert (not (str.contains (str.++ w "q" z) (str.++ z "q" w))))
(check-sat)
