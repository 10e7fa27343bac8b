; `reset` keeps replies where the command line sent them.
; expect: "stderr"
; expect: sat
(set-option :diagnostic-output-channel "stdout")
(reset)
(get-option :diagnostic-output-channel)
(check-sat)
