; Characters are made from lengths and from numbers beyond the usual ones: where few letters are too few, a problem gets many.
; args: --arm=flat --rlimit-per=1500000
; expect: sat
(set-logic QF_SLIA)
(declare-const x String)
(declare-const y String)
(declare-const i Int)
(assert (= y (str.++ (str.from_code (str.len x)) x)))
(assert (> (str.len x) 2))
(assert (< (str.len x) 9))
(assert (= (str.to_code (str.at x 1)) (+ 200 (str.to_code (str.at x 2)))))
(assert (= (str.from_code i) (str.at x 0)))
(assert (> i 5000))
(check-sat)
