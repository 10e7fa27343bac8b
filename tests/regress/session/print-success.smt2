; `success` answers each command that has nothing else to say, and the option can be turned off.
; expect: success
; expect: success
; expect: success
; expect: success
; expect: success
; expect: success
; expect: success
; expect: success
; expect: success
; expect: sat
; expect: "text"
; expect: success
(set-option :print-success true)
(set-logic QF_S)
(set-info :status sat)
(declare-const x String)
(declare-fun f (Int) Int)
(define-fun g () Int 1)
(assert true)
(push 1)
(pop 1)
(check-sat)
(echo "text")
(reset-assertions)
(set-option :print-success false)
(assert true)
(exit)
