; The bindings of one `let` do not see each other; inner ones shadow outer ones.
; expect: sat
(assert (let ((x 1)) (let ((x (+ x 1)) (y x)) (and (= x 2) (= y 1)))))
(assert (let ((x "a")) (= (let ((x (str.++ x "b"))) x) "ab")))
(check-sat)
