; The logic is set once.
; expect: (error "line 6 column 1: the logic is already set; `(reset)` starts over")
; expect: sat
; exit: 1
(set-logic QF_S)
(set-logic QF_SLIA)
(reset)
(set-logic QF_SLIA)
(check-sat)
