; Literals as assumptions, and which of them are to blame.
; expect: sat
; expect: unsat
; expect: (p (not q))
; expect: sat
(set-option :produce-unsat-assumptions true)
(declare-const p Bool)
(declare-const q Bool)
(declare-const r Bool)
(assert (=> p q))
(check-sat-assuming (p r))
(check-sat-assuming (r p (not q)))
(get-unsat-assumptions)
(check-sat)
