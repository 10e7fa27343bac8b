; Numerals that are conjugate and differ by a number.
; args: --arm=flat
; expect: sat
(set-logic ALL)
(declare-const x String)
(declare-const y String)
(declare-const z String)
(declare-const n Int)
(declare-const m Int)
(assert (= (str.++ (str.from_int n) x) (str.++ x (str.from_int m))))
(assert (= n (+ m 27)))
(assert (> m 100))
(assert (> (str.len x) 50))
(assert (> (str.len z) 80))
(assert (not (str.contains (str.++ z "0" x) (str.++ x "0" z))))
(check-sat)
