; P4 §4: that y does not occur in x is weakened to x ≠ y, which languages and lengths refute for all lengths at once.
; args: --arm=automata --rlimit-per=200000
; expect: unsat
(set-logic QF_SLIA)
(declare-const x String)
(declare-const y String)
(declare-const z String)
(declare-const w String)
(assert (= z (str.++ x w y)))
(assert (str.in_re x (re.+ (str.to_re "ab"))))
(assert (str.in_re y (re.+ (str.to_re "ab"))))
(assert (= (str.len x) (str.len y)))
(assert (not (str.contains x y)))
(check-sat)
