; Assertions that share no symbols, asked by themselves: models are put together, and one refuted part is enough.
; args: --tune=query.whole-steps=0,query.assertion-steps=0
; expect: sat
; expect: unsat
; expect: (second third)
; expect: sat
; expect: sat
(set-option :produce-unsat-cores true)
(declare-const x String)
(declare-const y String)
(declare-const u String)
(declare-const v String)
(declare-const i Int)
(declare-const j Int)
(declare-fun f (String) Int)
(declare-fun g (String) Int)
(assert (! (= (str.++ x "ab" y) (str.++ y "ba" x)) :named first))
(assert (! (= (str.++ u "ab" v) (str.++ v "ab" u)) :named second))
(assert (! (> (str.len u) (str.len v)) :named fourth))
(check-sat)
(push 1)
(assert (! (and (str.prefixof "b" u) (> (str.len v) 3) (str.prefixof "a" v)) :named third))
(check-sat)
(get-unsat-core)
(pop 1)
(push 1)
(assert (= (div i 0) 5))
(assert (= (div j 0) (f (str.++ u "c"))))
(assert (= (g (str.++ x "c")) (mod i 0)))
(check-sat)
(pop 1)
(assert (> (f u) (f v)))
(assert (> (g x) (g y)))
(check-sat)
