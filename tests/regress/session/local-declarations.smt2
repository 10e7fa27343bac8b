; Without `:global-declarations` a name is free again after `pop`.
; expect: (error "line 12 column 12: unknown symbol `x`")
; exit: 1
(push 1)
(declare-const x Int)
(pop 1)
(declare-const x String)
(assert (= x "a"))
(push 1)
(declare-const y Int)
(reset-assertions)
(assert (= x "a"))
(declare-const y String)
