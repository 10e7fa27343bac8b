; A model of ground facts has nothing to say.
; expect: sat
; expect: (
; expect: )
(assert (= "a" "a"))
(check-sat)
(get-model)
