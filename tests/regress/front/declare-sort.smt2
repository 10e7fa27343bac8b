; Uninterpreted sorts are told apart.
; expect: success
; expect: success
; expect: success
; expect: success
; expect: success
; expect: success
; expect: (error "line 16 column 14: argument 2 of `=` must have sort U like the argument before it, but has sort V")
; exit: 1
(set-option :print-success true)
(declare-sort U 0)
(declare-sort V)
(declare-const u U)
(declare-const v V)
(assert (= u u))
(assert (= u v))
