; Lines may end in the manner of other systems.
; expect: sat
; expect: sat
(assert true)
(check-sat) ; comment
(check-sat)
