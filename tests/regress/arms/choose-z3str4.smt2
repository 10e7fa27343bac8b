; P2 §3.2: the fixed architecture of Z3str4, whichever questions it asks.
; args: --choose=z3str4 --rlimit-per=20000
; expect: sat
; expect: sat
; expect: unsat
(set-logic QF_SLIA)
(declare-const x String)
(declare-const y String)
(assert (= (str.++ x "a" y) (str.++ "a" y x)))
(check-sat)
(push)
(assert (str.in_re y (re.+ (str.to_re "b"))))
(check-sat)
(pop)
(assert (not (str.prefixof "a" y)))
(assert (not (= y "")))
(assert (= (str.len x) 1))
(check-sat)
