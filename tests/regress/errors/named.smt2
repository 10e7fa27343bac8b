; `:named` needs a closed formula and a fresh name.
; expect: (error "line 7 column 25: `a` is already defined")
; expect: (error "line 8 column 30: a term with free variables cannot be named")
; expect: (error "line 9 column 23: expected a symbol, found `)`")
; exit: 1
(assert (! true :named a))
(assert (! false :named a))
(assert (forall ((x Int)) (! (> x 0) :named b)))
(assert (! true :named))
