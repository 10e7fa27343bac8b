; Conjugate strings that are no prefixes and no suffixes.
; args: --arm=flat
; expect: sat
(set-logic ALL)
(declare-const x String)
(declare-const y String)
(declare-const z String)
(declare-const w String)
(assert (= (str.++ x z) (str.++ z y)))
(assert (= (str.++ y w) (str.++ w x)))
(assert (not (str.prefixof x y)))
(assert (not (str.suffixof y w)))
(assert (> (str.len z) 80))
(assert (> (str.len w) 90))
(assert (str.contains w "abca"))
(assert (not (str.contains (str.++ z "b" z) (str.++ w "b" w))))
(check-sat)
