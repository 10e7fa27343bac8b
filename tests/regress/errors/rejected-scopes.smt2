; What was rejected is missing until its scope is closed.
; expect: (error "line 20 column 18: unknown sort `Real`; real numbers are not supported")
; expect: unknown
; expect: unsat
; expect: sat
; expect: (error "line 28 column 18: unknown sort `Real`; real numbers are not supported")
; expect: unknown
; expect: unknown
; expect: sat
; expect: (error "line 38 column 9: unknown symbol `r`")
; expect: (error "line 39 column 9: unknown symbol `r`")
; expect: (error "line 40 column 9: unknown symbol `r`")
; expect: (error "line 41 column 9: unknown symbol `r`")
; expect: unknown
; expect: (:reason-unknown "lines 38, 39, 40 and 1 more were rejected")
; expect: sat
; exit: 1
(declare-const x String)
(push)
(declare-const r Real)
(check-sat)
(assert (= x "a" "b"))
(check-sat)
(pop)
(check-sat)
(set-option :global-declarations true)
(push)
(define-fun r () Real 1.5)
(pop)
; It would still be there.
(check-sat)
(reset-assertions)
(check-sat)
(reset)
(check-sat)
(push)
; Each of them is counted.
(assert r)
(assert r)
(assert r)
(assert r)
(check-sat)
(get-info :reason-unknown)
(reset-assertions)
(check-sat)
