; What cannot be read ends the run, and the message says so in the way that clients of cvc5 wait for.
; Other errors do not end it.
; args: --parse-error-exit
; expect: (error "line 10 column 1: there is no model: say (check-sat) first")
; expect: sat
; expect: (error "Parse Error: line 12 column 12: unknown symbol `y`")
; exit: 1
(set-logic QF_S)
(declare-const x String)
(get-model)
(check-sat)
(assert (= y "a ""quote"""))
(check-sat)
