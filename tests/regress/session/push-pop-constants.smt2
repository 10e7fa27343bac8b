; What a level asserted about a constant is forgotten with it.
; expect: unsat
; expect: sat
; expect: ((s "b"))
(declare-const s String)
(push 1)
(assert (= s "a"))
(assert (= s "b"))
(check-sat)
(pop 1)
(assert (= s "b"))
(check-sat)
(get-value (s))
