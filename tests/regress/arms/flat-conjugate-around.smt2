; Conjugate strings whose lengths arithmetic relates.
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
(assert (> (str.len z) 60))
(assert (> (str.len w) (+ 30 (str.len z))))
(assert (str.contains x "abc"))
(assert (not (str.contains (str.++ w "q" z) (str.++ z "q" y))))
(check-sat)
