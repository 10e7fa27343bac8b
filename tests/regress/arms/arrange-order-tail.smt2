; Which of two words comes first does not depend on how one goes on behind the other's end: a finite number of lengths is enough.
; args: --arm=arrange --rlimit-per=100000
; expect: unsat
; expect: unsat
; expect: sat
(set-logic QF_SLIA)
(declare-const x String)
(declare-const y String)
(assert (str.in_re x (re.range "0" "9")))
(push 1)
(assert (not (str.<= (str.++ x y) "bbbb")))
(check-sat)
(pop 1)
(push 1)
(assert (str.< "bbbb" (str.++ x y)))
(check-sat)
(pop 1)
(assert (str.< (str.++ x "A" y) "9B"))
(assert (str.< "9A" (str.++ x y)))
(check-sat)
