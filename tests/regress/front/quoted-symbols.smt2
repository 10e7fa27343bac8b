; Bars quote symbols; `|x|` and `x` are the same, and names that need bars get them.
; expect: ((or x |a b| (not x))
; expect:  (= 1 1))
(declare-const |a b| Bool)
(declare-const |x| Bool)
(assert (or x |a b| (not x)))
(assert (let ((|let| 1)) (= |let| 1)))
(get-assertions)
