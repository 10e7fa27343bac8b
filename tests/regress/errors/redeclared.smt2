; Names are declared once, and the theory's symbols never.
; expect: (error "line 9 column 14: `x` is already declared")
; expect: (error "line 10 column 13: `x` is already declared")
; expect: (error "line 11 column 16: `str.len` is a symbol of the theory and cannot be declared")
; expect: (error "line 12 column 24: `x` is already declared")
; expect: (error "line 13 column 25: the variable `a` is listed twice")
; exit: 1
(declare-const x Int)
(declare-fun x () Int)
(define-fun x () Int 1)
(declare-const str.len Int)
(assert (! true :named x))
(define-fun f ((a Int) (a Int)) Int a)
(assert (= x x))
