; Two different characters cannot be first found at the same place, whatever the length.
; expect: unsat
; expect: sat
(declare-const a String)
(assert (>= (str.indexof a "/" 2) 0))
(push)
(assert (= (str.indexof a "?" 2) (str.indexof a "/" 2)))
(check-sat)
(pop)
(assert (str.contains (str.substr a (str.indexof a "?" 2) (- (str.len a) (str.indexof a "?" 2))) "#"))
(check-sat)
