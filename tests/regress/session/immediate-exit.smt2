; The first error ends the script, if that is wanted.
; expect: (:error-behavior continued-execution)
; expect: (error "line 12 column 1: option `error-behavior` takes one of `continued-execution`, `immediate-exit`, but got `soon`")
; expect: sat
; expect: immediate-exit
; expect: (:error-behavior immediate-exit)
; expect: true
; expect: sat
; expect: (error "line 19 column 9: unknown symbol `x`")
; exit: 1
(get-info :error-behavior)
(set-option :error-behavior soon)
(check-sat)
(set-option :error-behavior immediate-exit)
(get-option :error-behavior)
(get-info :error-behavior)
(get-option :strict)
(check-sat)
(assert x)
(check-sat)
(echo "not reached")
