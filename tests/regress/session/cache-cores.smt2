; A set that was refuted once is a core wherever it is asserted, under the names it has there, as
; assertions or assumptions.
; expect: unsat
; expect: (long short)
; expect: unsat
; expect: (first second)
; expect: ()
; expect: unsat
; expect: (third)
; expect: ((= s "ab"))
; expect: sat
(set-option :produce-unsat-cores true)
(set-option :produce-unsat-assumptions true)
(declare-const s String)
(declare-const t String)
(push 1)
(assert (! (> (str.len s) 4) :named long))
(assert (! (= s "ab") :named short))
(check-sat)
(get-unsat-core)
(pop 1)
(assert (! (str.prefixof t s) :named other))
(push 1)
(assert (! (= s "ab") :named first))
(assert (! (> (str.len s) 4) :named second))
(check-sat-assuming ((= t "")))
(get-unsat-core)
(get-unsat-assumptions)
(pop 1)
(assert (! (> (str.len s) 4) :named third))
(check-sat-assuming ((= s "ab")))
(get-unsat-core)
(get-unsat-assumptions)
(check-sat)
