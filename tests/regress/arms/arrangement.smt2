; P2 §3.1: A·B = X·Y in three arrangements; lengths leave one, and its rest clashes.
; args: --arm=arrange --rlimit-per=20000
; expect: sat
; expect: unsat
(set-logic QF_SLIA)
(declare-const a String)
(declare-const b String)
(declare-const x String)
(declare-const y String)
(assert (= (str.++ a "01" b) (str.++ x "10" y)))
(assert (= (str.len x) (+ (str.len a) 5)))
(check-sat)
(assert (not (str.prefixof a x)))
(check-sat)
