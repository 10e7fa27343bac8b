; What division by zero is belongs to the model, and is printed with it; a name that the script uses
; is not taken.
; expect: sat
; expect: (
; expect:   (define-fun x () Int 4)
; expect:   (define-fun div0 ((x!0 Int)) Int (ite (= x!0 4) 7 0))
; expect:   (define-fun mod0 ((x!0 Int)) Int (ite (= x!0 4) 5 0))
; expect: )
; expect: (((div x 0) 7) ((mod x 0) 5))
; expect: sat
; expect: (
; expect:   (define-fun x () Int 4)
; expect:   (define-fun div0 () Int 9)
; expect:   (define-fun div0!0 ((x!0 Int)) Int (ite (= x!0 4) 9 0))
; expect: )
(declare-const x Int)
(assert (= x 4))
(push 1)
(assert (= (div x 0) 7))
(assert (= (mod x 0) 5))
(check-sat)
(get-model)
(get-value ((div x 0) (mod x 0)))
(pop 1)
(declare-const div0 Int)
(assert (= (div x 0) div0 9))
(check-sat)
(get-model)
