; A minimal core is looked for among quantified assertions as among others: each smaller question is
; instantiated too.
; expect: unsat
; expect: (ordered begins)
(set-option :produce-unsat-cores true)
(set-option :minimize-unsat-cores true)
(declare-const s String)
(declare-const n Int)
(assert (! (forall ((i Int)) (=> (and (<= 0 i) (< i 3))
  (str.<= (str.at s i) (str.at s (+ i 1))))) :named ordered))
(assert (! (= n 4) :named four))
(assert (! (= (str.len s) n) :named length))
(assert (! (str.prefixof "cb" s) :named begins))
(assert (! (str.suffixof "a" s) :named ends))
(check-sat)
(get-unsat-core)
