; A number is larger than the length of its numeral.
; args: --rlimit-per=20000
; expect: unsat
(set-logic QF_SLIA)
(declare-const z String)
(declare-const m Int)
(assert (= z (str.from_int m)))
(assert (= m (+ (str.len z) 1000)))
(assert (>= (* 3 (str.len z)) 904))
(check-sat)
