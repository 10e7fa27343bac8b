; `reset-assertions` forgets assertions and levels and keeps options.
; expect: unsat
; expect: (:assertion-stack-levels 0)
; expect: true
; expect: sat
; expect: ()
(set-option :produce-unsat-cores true)
(push 3)
(assert false)
(check-sat)
(reset-assertions)
(get-info :assertion-stack-levels)
(get-option :produce-unsat-cores)
(check-sat)
(get-assertions)
