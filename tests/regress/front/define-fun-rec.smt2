; Recursive definitions, alone and together, are read; the names may be used like declared ones.
; expect: success
; expect: success
; expect: success
; expect: success
; expect: success
; expect: (error "line 15 column 15: argument 1 of `even` must have sort Int, but has sort String; `str.len` is the length of a string, `str.to_int` the number that it writes")
; exit: 1
(set-option :print-success true)
(define-fun-rec count ((n Int)) Int (ite (<= n 0) 0 (+ 1 (count (- n 1)))))
(define-funs-rec ((even ((n Int)) Bool) (odd ((n Int)) Bool))
  ((ite (= n 0) true (odd (- n 1))) (ite (= n 0) false (even (- n 1)))))
(assert (= (count 1) (count 1)))
(assert (= (even 2) (even 2)))
(assert (even "a"))
