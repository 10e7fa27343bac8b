; Definitions are expanded where they are used.
; expect: sat
(define-fun twice ((s String)) String (str.++ s s))
(define-const three Int 3)
(define-fun long ((s String)) Bool (> (str.len s) three))
(assert (long (twice "ab")))
(assert (not (long "abc")))
(check-sat)
