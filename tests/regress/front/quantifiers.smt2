; Quantifiers, nested and with patterns, are read; their variables shadow constants.
; expect: success
; expect: success
; expect: success
; expect: success
; expect: (error "line 13 column 33: argument 1 of `>` must have sort Int, but has sort String; strings are compared by `str.<` and `str.<=`")
; expect: (error "line 14 column 27: the variable `x` is listed twice")
; exit: 1
(set-option :print-success true)
(declare-const x Int)
(declare-fun f (Int) Int)
(assert (forall ((x String) (y Int)) (! (=> (= (f y) (str.len x)) (exists ((x Int)) (= x y))) :pattern ((f y)))))
(assert (forall ((x String)) (> x 0)))
(assert (exists ((x Int) (x Int)) true))
