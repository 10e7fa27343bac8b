; An argument of `distinct` other than the first is simplified in the proof.
; expect: unsat
; expect: (:certificate checked)
(set-logic QF_LIA)
(declare-const n Int)
(declare-const m Int)
(assert (distinct n m (+ n (* 0 m))))
(check-sat)
(get-info :certificate)
