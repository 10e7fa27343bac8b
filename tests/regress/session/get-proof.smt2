; A proof in CPC; or the log that the checker replays.
; expect: (error "line 21 column 1: proofs are off: say (set-option :produce-proofs true) first")
; expect: (error "line 23 column 1: there is no proof: say (check-sat) first")
; expect: sat
; expect: (error "line 27 column 1: there is no proof: the latest answer was not `unsat`")
; expect: unsat
; expect: (proof "
; expect: *
; expect: *
; expect: *
; expect: *
; expect: *
; expect: *
; expect: *
; expect: *
; expect: *
; expect: *
; expect: *
; expect: ")
; exit: 1
(get-proof)
(set-option :produce-proofs true)
(get-proof)
(declare-const p Bool)
(assert p)
(check-sat)
(get-proof)
(assert (not p))
(check-sat)
(set-option :proof-format log)
(get-proof)
