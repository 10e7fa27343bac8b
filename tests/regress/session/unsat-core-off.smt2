; Asking for a core that was not kept says how to keep it.
; expect: unsat
; expect: (error "line 9 column 1: cores are off: say (set-option :produce-unsat-cores true) first")
; expect: (error "line 10 column 1: unsat assumptions are off: say (set-option :produce-unsat-assumptions true) first")
; expect: (error "line 11 column 1: proofs are off: say (set-option :produce-proofs true) first")
; exit: 1
(assert false)
(check-sat)
(get-unsat-core)
(get-unsat-assumptions)
(get-proof)
