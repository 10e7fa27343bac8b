; What was refuted under one recursive definition is not refuted under another of the same name.
; expect: unsat
; expect: sat
; expect: unsat
; expect: sat
; expect: sat
; expect: sat
; expect: unsat
(push 1)
(define-fun-rec f ((n Int)) Int (ite (<= n 0) 1 (+ 1 (f (- n 1)))))
(assert (= (f 2) 5))
(check-sat)
(pop 1)
(push 1)
(define-fun-rec f ((n Int)) Int (ite (<= n 0) 1 (+ 2 (f (- n 1)))))
(assert (= (f 2) 5))
(check-sat)
(pop 1)
(define-fun-rec f ((n Int)) Int (ite (<= n 0) 1 (+ 3 (f (- n 1)))))
(assert (= (f 2) 5))
(check-sat)
(reset-assertions)
(define-fun-rec f ((n Int)) Int (ite (<= n 0) 1 (+ 1 (f (- n 1)))))
(declare-const x String)
(declare-const y String)
(assert (= (str.len x) 1))
(check-sat)
(assert (= (str.len y) 2))
(check-sat)
(assert (= (str.len x) (str.len (str.at y 1))))
(check-sat)
(assert (not (= (f 2) 3)))
(check-sat)
