; The same behind a string of any length: the shift is told from where that ends.
; args: --arm=automata --rlimit-per=2000000
; expect: unsat
(set-logic QF_SLIA)
(declare-const x String)
(declare-const y String)
(declare-const z String)
(assert (str.in_re x (re.* (str.to_re "ab"))))
(assert (str.in_re y (re.* (str.to_re "ab"))))
(assert (str.in_re z (re.* (str.to_re "c"))))
(assert (<= (str.len y) (str.len x)))
(assert (not (str.contains (str.++ z x) y)))
(check-sat)
