; A ground fact that holds is sat, with a model that has nothing to say.
; expect: sat
; expect: (
; expect: )
(set-logic QF_S)
(assert (str.contains "banana" "nan"))
(check-sat)
(get-model)
