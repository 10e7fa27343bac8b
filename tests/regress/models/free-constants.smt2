; Constants that no assertion speaks of get values all the same, of every sort.
; expect: sat
; expect: (
; expect:   (define-fun b () Bool false)
; expect:   (define-fun i () Int 0)
; expect:   (define-fun s () String "")
; expect:   (define-fun f ((x!0 Int) (x!1 String)) Bool false)
; expect: )
; expect: ((b false) (i 0) (s "") ((f 1 "a") false))
(declare-const b Bool)
(declare-const i Int)
(declare-const s String)
(declare-fun f (Int String) Bool)
(check-sat)
(get-model)
(get-value (b i s (f 1 "a")))
