; Congruence, with and without arithmetic, replayed through the proof checker.
; args: --check-proof
; expect: unsat
; expect: unsat
; expect: sat
(declare-sort S 0)
(declare-fun f (S) S)
(declare-const a S)
(declare-fun g (Int) Int)
(declare-const n Int)
(push)
(assert (= (f (f (f a))) a))
(assert (= (f (f (f (f (f a))))) a))
(assert (not (= (f a) a)))
(check-sat)
(pop)
(push)
(assert (and (<= n 3) (>= n 3)))
(assert (not (= (g n) (g 3))))
(check-sat)
(pop)
(assert (not (= (g n) (g 3))))
(check-sat)
