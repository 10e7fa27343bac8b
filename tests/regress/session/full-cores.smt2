; cvc5's --print-unsat-cores-full: cores show assertions without a name too.
; args: --dump-unsat-cores --produce-unsat-cores --print-unsat-cores-full
; expect: unsat
; expect: ((= (str.len x) 2) n1)
(declare-const x String)
(assert (= (str.len x) 2))
(assert (! (= x "a") :named n1))
(assert (! (= x x) :named n2))
(check-sat)
