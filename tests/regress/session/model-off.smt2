; Models can be turned off; a query answers all the same.
; expect: sat
; expect: (error "line 9 column 1: models are off: say (set-option :produce-models true) first")
; expect: (error "line 10 column 1: models are off: say (set-option :produce-models true) first")
; exit: 1
(set-option :produce-models false)
(assert (= 1 1))
(check-sat)
(get-model)
(get-value (1))
