; A core has what the contradiction needs and a name; with minimal cores, nothing more.
; expect: unsat
; expect: (a b)
(set-option :produce-unsat-cores true)
(set-option :minimize-unsat-cores true)
(declare-const p Bool)
(declare-const q Bool)
(assert (! p :named a))
(assert (! (not p) :named b))
(assert (! (or p q) :named c))
(check-sat)
(get-unsat-core)
