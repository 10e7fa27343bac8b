; A ground fact that fails is unsat, and is the whole core.
; expect: unsat
; expect: (wrong)
(set-option :produce-unsat-cores true)
(assert (! (= (str.len "abc") 3) :named right))
(assert (! (str.prefixof "b" "abc") :named wrong))
(check-sat)
(get-unsat-core)
