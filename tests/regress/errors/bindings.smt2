; Errors in binders are located at the name.
; expect: (error "line 7 column 22: `x` is bound twice in one `let`")
; expect: (error "line 8 column 30: unknown symbol `y`")
; expect: (error "line 9 column 25: unknown symbol `y`")
; expect: (error "line 10 column 12: unknown symbol `x`")
; exit: 1
(assert (let ((x 1) (x 2)) true))
(assert (forall ((x Int)) (= y x)))
(assert (let ((x 1)) (= y x)))
(assert (= x 1))
