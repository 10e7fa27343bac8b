; `stdout` names the standard output, never a file.
; expect: sat
; expect: (error "line 9 column 1: cannot write to `/no/such/folder/file`: No such file or directory (os error 2)")
; expect: "stdout"
; exit: 1
(set-option :regular-output-channel "stdout")
(set-option :diagnostic-output-channel "stdout")
(check-sat)
(set-option :regular-output-channel "/no/such/folder/file")
(get-option :regular-output-channel)
