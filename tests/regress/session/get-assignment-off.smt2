; Asking for assignments that were not kept says how to keep them.
; expect: sat
; expect: (error "line 6 column 1: assignments are off: say (set-option :produce-assignments true) first")
; exit: 1
(check-sat)
(get-assignment)
