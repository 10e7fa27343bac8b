; Input that breaks off inside a quoted symbol says so.
; expect: sat
; expect: (error "line 6 column 1: the input ends in the middle of this command, inside a quoted symbol; 1 closing parenthesis is missing")
; exit: 1
(check-sat)
(declare-const |a Int)
