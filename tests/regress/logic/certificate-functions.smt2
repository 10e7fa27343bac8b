; What is tried before it is trusted speaks of functions whose values nobody knows.
; args: --arm=context
; expect: unsat
(declare-const x String)
(declare-const y String)
(declare-const i Int)
(declare-fun f (String) Int)
(declare-fun g (String Int) String)
(declare-fun r (String String) Bool)
(assert (= (str.len x) (str.len y)))
(assert (r (g (g y i) (+ 0 (f x))) (ite (<= 1 0) x (g "a" i))))
(assert (str.prefixof x (g y i)))
(assert (str.prefixof (g y i) x))
(assert (not (= (f x) (f (g y i)))))
(check-sat)
