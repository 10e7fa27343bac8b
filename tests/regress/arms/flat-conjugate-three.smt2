; Three strings that conjugate the same two.
; args: --arm=flat
; expect: sat
(set-logic ALL)
(declare-const x String)
(declare-const y String)
(declare-const z String)
(declare-const w String)
(declare-const v String)
(assert (= (str.++ x z) (str.++ z y)))
(assert (= (str.++ y w) (str.++ w x)))
(assert (= (str.++ x v) (str.++ v y)))
(assert (not (= x y)))
(assert (> (str.len z) 50))
(assert (> (str.len w) 50))
(assert (> (str.len v) (str.len w)))
(assert (str.contains x "ab"))
(assert (not (str.contains (str.++ w "q" z) (str.++ v "q" w))))
(check-sat)
