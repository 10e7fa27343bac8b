; A model gives each constant a value of its sort, printed so that it reads back.
; expect: sat
; expect: (
; expect:   (define-fun b () Bool true)
; expect:   (define-fun i () Int (- 5))
; expect:   (define-fun s () String "a""b\u{7f}\u{5c}u{41}")
; expect: )
; expect: ((b true) (i (- 5)) (s "a""b\u{7f}\u{5c}u{41}") ((+ i 1) (- 4)))
(declare-const b Bool)
(declare-const i Int)
(declare-const s String)
(assert b)
(assert (= i (- 5)))
(assert (= s (str.++ "a""b\u{7f}" "\" "u{41}")))
(check-sat)
(get-model)
(get-value (b i s (+ i 1)))
