; Every standard option can be asked for.
; expect: false
; expect: true
; expect: false
; expect: false
; expect: true
; expect: false
; expect: false
; expect: false
; expect: 0
; expect: 0
; expect: 0
; expect: "stdout"
; expect: "stderr"
; expect: unsupported
(get-option :print-success)
(get-option :produce-models)
(get-option :produce-unsat-cores)
(get-option :produce-unsat-assumptions)
(get-option :produce-assertions)
(get-option :produce-assignments)
(get-option :produce-proofs)
(get-option :global-declarations)
(get-option :random-seed)
(get-option :verbosity)
(get-option :reproducible-resource-limit)
(get-option :regular-output-channel)
(get-option :diagnostic-output-channel)
(get-option :no-such-option)
