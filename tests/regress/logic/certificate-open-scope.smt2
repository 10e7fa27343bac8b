; A derivation that runs out of its share of work in the middle of a case speaks against nothing.
; expect: unsat
(declare-const m Int)
(assert (not (= (str.substr "b" (- m 1) m) (str.at "b" (- 1 m)))))
(check-sat)
