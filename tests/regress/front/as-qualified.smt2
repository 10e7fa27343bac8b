; `(as x S)` names a constant or a variable with its sort.
; expect: (error "line 11 column 16: unknown symbol `y`")
; expect: (error "line 12 column 18: `x` has sort Int, not String")
; expect: ((= 3 3)
; expect:  (= (+ x 0) x))
; exit: 1
(set-option :produce-models true)
(declare-const x Int)
(assert (let ((y 3)) (= (as y Int) 3)))
(assert (= (+ (as x Int) 0) (as x Int)))
(assert (= (as y Int) 3))
(assert (= (as x String) "a"))
(get-assertions)
