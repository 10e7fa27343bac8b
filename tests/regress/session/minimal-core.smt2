; With :minimize-unsat-cores a core holds nothing that can be dropped.
; expect: unsat
; expect: (empty long)
(set-option :produce-unsat-cores true)
(set-option :minimize-unsat-cores true)
(declare-const x String)
(declare-const y String)
(assert (! (= x "") :named empty))
(assert (! (str.prefixof x y) :named prefix))
(assert (! (= (str.len y) 3) :named three))
(assert (! (> (str.len (str.++ x x)) 0) :named long))
(check-sat)
(get-unsat-core)
