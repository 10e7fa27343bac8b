; `push` and `pop` with and without a numeral restore assertions and declarations.
; expect: unsat
; expect: sat
; expect: (error "line 14 column 9: unknown symbol `x`")
; expect: (:assertion-stack-levels 1)
; expect: (error "line 17 column 2: cannot pop 2: there are 1 level to pop")
; exit: 1
(push)
(assert false)
(check-sat)
(pop)
(check-sat)
(push 2) (declare-const x Int) (pop 1) (pop 1)
(assert x)
(push 1)
(get-info :assertion-stack-levels)
(pop 2)
