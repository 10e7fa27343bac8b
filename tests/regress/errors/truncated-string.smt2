; Input that breaks off inside a string literal says so.
; expect: sat
; expect: (error "line 6 column 1: the input ends in the middle of this command, inside a string literal; 2 closing parentheses are missing")
; exit: 1
(check-sat)
(assert (= "a" "b))
(check-sat)
