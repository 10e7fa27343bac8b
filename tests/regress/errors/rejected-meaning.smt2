; Where a name means something else than the script says, nothing is refuted; where it was declared
; just so, that harms no refutation.
; expect: (error "line 24 column 16: `x` is already declared")
; expect: unsat
; expect: unknown
; expect: (error "line 31 column 16: `x` is already declared")
; expect: unknown
; expect: (error "line 36 column 34: unknown sort `Real`; real numbers are not supported")
; expect: unknown
; expect: (error "line 41 column 7: expected a numeral, found `one`")
; expect: unknown
; expect: unknown
; expect: (error "line 49 column 10: `=` takes at least 2 arguments, but got 1")
; expect: unknown
; expect: (error "line 54 column 24: `y` is already declared")
; expect: unknown
; expect: (error "line 59 column 2: unknown command `=`")
; expect: unknown
; exit: 1
(set-option :global-declarations false)
(declare-const x String)
(declare-const y Bool)
(push)
(declare-const x String)
(push)
(assert (= x "a" "b"))
(check-sat)
(pop)
(check-sat)
(pop)
(declare-const x Int)
(assert (= x "a" "b"))
(check-sat)
(reset-assertions)
(declare-const x String)
(define-fun str.rev ((s String)) Real 1.5)
(assert (distinct (str.rev (str.rev x)) x))
(check-sat)
(reset-assertions)
; A scope that was not opened.
(push one)
(assert false)
(check-sat)
(push)
(pop)
(check-sat)
(reset-assertions)
; A parenthesis is missing, and so a scope.
(assert (= true) (push) (assert true))
(assert false)
(check-sat)
(reset-assertions)
(declare-const y Bool)
(assert (! true :named y))
(assert (and y (not y)))
(check-sat)
(reset-assertions)
; Nobody knows what this may have been.
(= 1 2)
(assert false)
(check-sat)
