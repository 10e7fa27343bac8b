; What other solvers have beyond the standard is said not to be supported.
; expect: unsupported
; expect: unsupported
; expect: (error "line 8 column 1: proofs are off: say (set-option :produce-proofs true) first")
; exit: 1
(declare-datatypes ((T 0)) (((a))))
(minimize 1)
(get-proof)
(set-option :produce-proofs true)
