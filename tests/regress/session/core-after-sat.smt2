; A core needs an `unsat` answer, and a new assertion makes an old answer stale.
; expect: (error "line 9 column 1: there is no core: say (check-sat) first")
; expect: sat
; expect: (error "line 11 column 1: there is no core: the latest answer was not `unsat`")
; expect: unsat
; expect: (error "line 15 column 1: there is no core: say (check-sat) first")
; exit: 1
(set-option :produce-unsat-cores true)
(get-unsat-core)
(check-sat)
(get-unsat-core)
(assert false)
(check-sat)
(assert true)
(get-unsat-core)
