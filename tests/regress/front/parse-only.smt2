; Only what cannot be read, or is not supported, is said.
; args: --parse-only
; expect: (error "line 10 column 10: unknown symbol `y`")
; expect: unsupported
; exit: 1
(declare-const x String)
(push)
(assert (= x "a"))
(check-sat) (get-model)
(assert (y))
(minimize (str.len x))
(pop)
(echo "nothing")
