; Commuting strings whose characters' codes are related, beside a denied occurrence.
; args: --arm=flat
; expect: sat
(set-logic ALL)
(declare-const x String)
(declare-const y String)
(declare-const z String)
(assert (= (str.++ x y) (str.++ y x)))
(assert (= (str.len x) 66))
(assert (= (str.to_code (str.at x 3)) (+ 1 (str.to_code (str.at x 0)))))
(assert (= (str.to_code (str.at x 5)) (+ 2 (str.to_code (str.at x 0)))))
(assert (> (str.len y) 90))
(assert (not (str.contains (str.++ y "k" z) (str.++ z "k" x))))
(assert (> (str.len z) 150))
(check-sat)
