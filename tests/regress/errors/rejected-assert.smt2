; After a rejected assertion there is no `sat`, and `unsat` stays what it is.
; expect: (error "line 18 column 12: argument 1 of `+` must have sort Int, but has sort String; `str.len` is the length of a string, `str.to_int` the number that it writes")
; expect: unknown
; expect: (:reason-unknown "line 18 was rejected")
; expect: (error "line 21 column 1: there is no model: line 18 was rejected")
; expect: (error "line 22 column 1: there is no model: line 18 was rejected")
; expect: (error "line 23 column 1: there is no core: line 18 was rejected")
; expect: unknown
; expect: unsat
; expect: (b)
; expect: sat
; expect: (error "line 32 column 2: unknown command `asert`; did you mean `assert`?")
; expect: (error "line 33 column 1: there is no model: say (check-sat) first")
; exit: 1
(set-option :produce-unsat-cores true)
(declare-const x String)
(push)
(assert (+ x 1))
(check-sat)
(get-info :reason-unknown)
(get-model)
(get-value (x))
(get-unsat-core)
(check-sat-assuming ((= x "")))
(push)
(assert (! (= (str.len x) -1) :named b))
(check-sat)
(get-unsat-core)
(pop 2)
(assert (! (= x "a") :named c))
(check-sat)
(asert (= x "b"))
(get-model)
