; `ite` takes branches of every sort.
; expect: sat
(assert (ite true true false))
(assert (= (ite false 1 2) 2))
(assert (= (ite true "a" "b") "a"))
(assert (str.in_re "a" (ite true re.allchar re.none)))
(check-sat)
