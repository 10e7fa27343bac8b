; Information about the solver.
; expect: (:name "sinew")
; expect: (:error-behavior continued-execution)
; expect: (:assertion-stack-levels 0)
; expect: (error "line 11 column 1: the latest answer, if there is one, was not `unknown`")
; expect: unsupported
; exit: 1
(get-info :name)
(get-info :error-behavior)
(get-info :assertion-stack-levels)
(get-info :reason-unknown)
(get-info :nothing-of-that-kind)
