; The exit status tells that an objective was not looked at.
; expect: unsupported
; expect: unknown
; exit: 1
(declare-const x Int)
(maximize x)
(check-sat)
