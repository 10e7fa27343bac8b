; A recursively defined function is the one that its definition computes, never just any function.
; expect: sat
; expect: (((fac 4) 24) (x 6))
; expect: (
; expect:   (define-fun x () Int 6)
; expect: )
; expect: unsat
; expect: 120
(define-fun-rec fac ((n Int)) Int (ite (<= n 0) 1 (* n (fac (- n 1)))))
(define-funs-rec ((even ((n Int)) Bool) (odd ((n Int)) Bool))
  ((ite (= n 0) true (odd (- n 1))) (ite (= n 0) false (even (- n 1)))))
(declare-const x Int)
(push 1)
(assert (= x (fac 3)))
(assert (even 10))
(check-sat)
(get-value ((fac 4) x))
(get-model)
(pop 1)
(push 1)
(assert (= (fac 3) 5))
(check-sat)
(pop 1)
(simplify (fac 5))
