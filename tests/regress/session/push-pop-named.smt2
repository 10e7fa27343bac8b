; A name given in a level is free again after it is popped.
; expect: unsat
; expect: (a)
; expect: unsat
; expect: (a)
(set-option :produce-unsat-cores true)
(push 1)
(assert (! false :named a))
(check-sat)
(get-unsat-core)
(pop 1)
(assert (! (= 1 2) :named a))
(check-sat)
(get-unsat-core)
