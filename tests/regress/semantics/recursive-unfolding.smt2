; Applications of recursive functions to terms that are not known are unfolded, as deep as models and refutations need them.
; expect: sat
; expect: ((x "cba"))
; expect: unsat
; expect: sat
; expect: ((k 7))
; expect: unsat
(define-fun-rec reversed ((s String)) String
  (ite (= s "") "" (str.++ (reversed (str.substr s 1 (str.len s))) (str.at s 0))))
(define-fun-rec fib ((n Int)) Int (ite (<= n 1) n (+ (fib (- n 1)) (fib (- n 2)))))
(declare-const x String)
(declare-const k Int)
(push 1)
(assert (= (reversed x) "abc"))
(check-sat)
(get-value (x))
(assert (not (= x "cba")))
(check-sat)
(pop 1)
(assert (= (fib k) 13))
(check-sat)
(get-value (k))
(assert (< 0 k 7))
(check-sat)
