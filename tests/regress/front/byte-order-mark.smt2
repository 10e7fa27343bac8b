; A byte order mark before everything means nothing.
; expect: sat
(check-sat)
