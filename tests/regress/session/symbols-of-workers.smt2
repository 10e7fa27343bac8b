; Arms side by side make symbols of their own; a symbol that is declared later does not get their values.
(set-option :jobs 2)
(declare-fun x () String)
(declare-fun y () String)
(assert (str.suffixof (str.update x 97 "10") y))
(check-sat)
; expect: sat
(declare-fun i () Int)
(check-sat)
; expect: sat
(get-value (i))
; expect: ((i 0))
