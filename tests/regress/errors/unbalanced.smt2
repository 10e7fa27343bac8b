; A parenthesis too many is an error of its own; what follows is read.
; expect: (error "line 5 column 17: this parenthesis closes nothing")
; expect: sat
; exit: 1
(assert (= 1 1)))
(check-sat)
