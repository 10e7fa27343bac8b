; The last command needs no newline behind it.
; expect: sat
(check-sat)