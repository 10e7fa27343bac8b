; A number and its third, both written in strings that commute or are denied to occur.
; args: --arm=flat
; expect: sat
(set-logic ALL)
(declare-const x String)
(declare-const z String)
(declare-const n Int)
(declare-const m Int)
(assert (= (str.++ (str.from_int n) x) (str.++ x (str.from_int n))))
(assert (= n (* 3 m)))
(assert (> m 500))
(assert (< m 3000))
(assert (= (str.len x) 88))
(assert (not (str.contains (str.++ (str.from_int m) z x) (str.++ x z "7"))))
(assert (> (str.len z) 99))
(check-sat)
