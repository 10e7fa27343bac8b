; With a logic forced from outside, what the script sets is of no matter.
; args: --force-logic=QF_SLIA
; expect: success
; expect: success
; expect: success
; expect: sat
(set-option :print-success true)
(set-logic QF_BV)
(set-logic QF_UF)
(check-sat)
