; Cores name assertions; those without a name are not in them.
; expect: unsat
; expect: (|not fine|)
; expect: unsat
; expect: ()
(set-option :produce-unsat-cores true)
(assert (! (= 1 1) :named fine))
(assert (! (= 1 2) :named |not fine|))
(check-sat)
(get-unsat-core)
(reset-assertions)
(assert false)
(check-sat)
(get-unsat-core)
