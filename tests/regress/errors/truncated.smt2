; Input that breaks off is an error that says how much is missing.
; expect: sat
; expect: (error "line 6 column 1: the input ends in the middle of this command; 3 closing parentheses are missing")
; exit: 1
(check-sat)
(assert (= 1 (+ 1
