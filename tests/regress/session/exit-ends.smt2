; Nothing after `exit` is read.
; expect: sat
(check-sat)
(exit)
(check-sat)
))))
