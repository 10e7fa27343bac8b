; Three pigeons do not fit two holes; two do.
; expect: unsat
; expect: sat
(declare-const p11 Bool) (declare-const p12 Bool)
(declare-const p21 Bool) (declare-const p22 Bool)
(declare-const p31 Bool) (declare-const p32 Bool)
(assert (or p11 p12))
(assert (or p21 p22))
(assert (not (and p11 p21)))
(assert (not (and p12 p22)))
(push 1)
(assert (or p31 p32))
(assert (not (and p11 p31)))
(assert (not (and p12 p32)))
(assert (not (and p21 p31)))
(assert (not (and p22 p32)))
(check-sat)
(pop 1)
(check-sat)
