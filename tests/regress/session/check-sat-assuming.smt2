; Assumptions hold for one query only, and may be any formula.
; expect: sat
; expect: sat
; expect: unsat
; expect: sat
(check-sat-assuming ())
(check-sat-assuming (true (not false)))
(check-sat-assuming ((= 1 2) (= 1 1)))
(check-sat)
