; What other solvers have beyond the standard is said not to be supported; if it would change what
; queries are about, it counts as rejected.
; expect: unsupported
; expect: unsupported
; expect: unknown
; expect: (:reason-unknown "lines 18, 19 were rejected")
; expect: unsat
; expect: sat
; expect: unsupported
; expect: unsupported
; expect: unknown
; expect: sat
; expect: unsupported
; expect: unsupported
; expect: sat
; exit: 1
(push)
(declare-datatypes ((T 0)) (((a))))
(minimize 1)
(check-sat)
(get-info :reason-unknown)
(assert false)
(check-sat)
(pop)
(check-sat)
(push)
(assert-soft true :weight 2)
(declare-datatype U ((mk (sel Int))))
(check-sat)
(pop)
(check-sat)
(apply simplify)
(help)
(check-sat)
