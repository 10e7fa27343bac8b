; With :minimize-unsat-cores a core that was found without it is made minimal before it is used, and
; one that was minimal is looked at again beside assertions that have no name.
; expect: unsat
; expect: unsat
; expect: (b c)
; expect: unsat
; expect: (b c)
; expect: unsat
; expect: (c)
(set-option :produce-unsat-cores true)
(declare-const n Int)
(declare-const m Int)
(push 1)
(assert (! (and (> n 0) (= m 1)) :named a))
(assert (! (> n 5) :named b))
(assert (! (< n 3) :named c))
(check-sat)
(set-option :minimize-unsat-cores true)
(check-sat)
(get-unsat-core)
(check-sat)
(get-unsat-core)
(assert (= n 4))
(check-sat)
(get-unsat-core)
