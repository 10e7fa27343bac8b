; The assumptions to blame are printed as they were written.
; expect: unsat
; expect: ((= "a"   "b"))
; expect: sat
; expect: (error "line 13 column 1: there is no core: the latest answer was not `unsat`")
; exit: 1
(set-option :produce-unsat-assumptions true)
(assert (! (= "a" "b") :named ab))
(reset-assertions)
(check-sat-assuming (true (= "a"   "b") (not false)))
(get-unsat-assumptions)
(check-sat)
(get-unsat-assumptions)
