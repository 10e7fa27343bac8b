; Pieces of known length are cut out of a constant at once, where letters cannot be unrolled.
; args: --tune fixed-length.cells=10 --arm=context --rlimit-per=20000
; expect: sat
; expect: unsat
(set-logic QF_SLIA)
(declare-const x String)
(declare-const y String)
(declare-const z String)
(assert (= (str.++ y x z) "the quick brown fox jumps over the lazy dog and goes on"))
(assert (= (str.len y) 7))
(assert (= (str.len x) 20))
(check-sat)
(push)
(assert (not (str.prefixof "ck brown fox jumps o" x)))
(check-sat)
(pop)
