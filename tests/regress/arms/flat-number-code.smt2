; The code of a character far inside a periodic string.
; args: --arm=flat
; expect: sat
(set-logic ALL)
(declare-const x String)
(declare-const y String)
(declare-const z String)
(declare-const n Int)
(assert (= (str.++ x y) (str.++ y x)))
(assert (= n (str.to_code (str.at x 33))))
(assert (> n 66))
(assert (< n 70))
(assert (> (str.len x) 90))
(assert (> (str.len y) 40))
(assert (not (str.contains (str.++ z "A" y) (str.++ y "A" z))))
(assert (> (str.len z) 90))
(assert (not (= (str.at x 33) (str.at y 0))))
(check-sat)
