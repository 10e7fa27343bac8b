; Names that begin with a dot or an at-sign are ordinary symbols.
; expect: sat
(assert (let ((.def_0 (+ 1 2))) (let ((@x .def_0)) (= @x 3))))
(check-sat)
