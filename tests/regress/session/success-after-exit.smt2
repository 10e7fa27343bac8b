; Clients wait for the reply to `exit`.
; args: --print-success
; expect: success
(exit)
