; Named formulas have the truth values that the model gives them.
; expect: sat
; expect: ((left true) (right false))
(set-option :produce-assignments true)
(declare-const p Bool)
(assert (or (! p :named left) (! (not p) :named right)))
(assert p)
(check-sat)
(get-assignment)
