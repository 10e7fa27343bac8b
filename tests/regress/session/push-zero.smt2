; `(push 0)` and `(pop 0)` change nothing.
; expect: (:assertion-stack-levels 0)
; expect: (:assertion-stack-levels 2)
(push 0)
(get-info :assertion-stack-levels)
(pop 0)
(push 2)
(pop 0)
(get-info :assertion-stack-levels)
