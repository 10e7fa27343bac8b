; A model needs a `sat` answer that is still fresh.
; expect: (error "line 9 column 1: there is no model: say (check-sat) first")
; expect: unsat
; expect: (error "line 12 column 1: there is no model: the latest answer was not `sat`")
; expect: (error "line 13 column 1: there is no model: the latest answer was not `sat`")
; expect: sat
; expect: (error "line 17 column 1: there is no model: say (check-sat) first")
; exit: 1
(get-model)
(assert false)
(check-sat)
(get-model)
(get-value (1))
(reset-assertions)
(check-sat)
(push 1)
(get-model)
