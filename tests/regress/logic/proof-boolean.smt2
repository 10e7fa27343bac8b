; Three pigeons and two holes, replayed through the proof checker.
; args: --check-proof
; expect: unsat
(declare-const a1 Bool) (declare-const a2 Bool)
(declare-const b1 Bool) (declare-const b2 Bool)
(declare-const c1 Bool) (declare-const c2 Bool)
(assert (and (or a1 a2) (or b1 b2) (or c1 c2)))
(assert (not (or (and a1 b1) (and a1 c1) (and b1 c1))))
(assert (not (or (and a2 b2) (and a2 c2) (and b2 c2))))
(check-sat)
