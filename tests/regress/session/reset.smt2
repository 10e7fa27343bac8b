; `reset` forgets assertions, declarations, the logic and options.
; expect: success
; expect: success
; expect: success
; expect: success
; expect: success
; expect: false
; expect: (:assertion-stack-levels 0)
; expect: sat
(set-option :print-success true)
(set-logic QF_S)
(declare-const x Int)
(assert false)
(push 1)
(reset)
(get-option :print-success)
(get-info :assertion-stack-levels)
(set-logic QF_SLIA)
(declare-const x String)
(check-sat)
