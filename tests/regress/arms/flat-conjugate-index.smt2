; The first occurrence of a word in a conjugating string.
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
(assert (= (str.indexof z "cab" 0) 5))
(assert (> (str.len z) 80))
(assert (> (str.len w) 90))
(assert (not (str.contains (str.++ w "q" z) (str.++ z "q" w))))
(check-sat)
