; Options that recorded clients send.
; expect: success
; expect: success
; expect: success
; expect: success
; expect: success
; expect: success
; expect: success
; expect: success
(set-option :print-success true)
(set-option :produce-models true)
(set-option :global-declarations true)
(set-option :smtlib2_compliant true)
(set-option :diagnostic-output-channel "stdout")
(set-option :auto_config false)
(set-option :strings-exp true)
(set-option :sat.phase caching)
