; Names that need bars have them in models and values.
; expect: sat
; expect: (
; expect:   (define-fun |a b| () Bool true)
; expect: )
; expect: ((|a b| true))
(declare-const |a b| Bool)
(assert |a b|)
(check-sat)
(get-model)
(get-value (|a b|))
