; Replies of the commands that only talk.
; expect: success
; expect: "hello ""world"""
; expect: (:name "sinew")
; expect: (:error-behavior continued-execution)
; expect: unsupported
; expect: unsupported
; expect: true
; expect: success
(set-option :print-success true)
(echo "hello ""world""")
(get-info :name)
(get-info :error-behavior)
(get-info :no-such-thing)
(set-option :no-such-option 17)
(get-option :print-success)
(exit)
(check-sat)
