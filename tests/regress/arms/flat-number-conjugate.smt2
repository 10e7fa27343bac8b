; Two numerals that are conjugate by a long string.
; args: --arm=flat
; expect: sat
(set-logic ALL)
(declare-const x String)
(declare-const z String)
(declare-const n Int)
(declare-const m Int)
(assert (= (str.++ (str.from_int n) z) (str.++ z (str.from_int m))))
(assert (> (str.len z) 80))
(assert (> n (+ m 1000)))
(assert (> m 99))
(assert (not (str.contains (str.++ z "5" x) (str.++ x "5" z))))
(assert (> (str.len x) 100))
(check-sat)
