; A defined sort is another name for the sort it stands for.
; expect: sat
(define-sort Word () String)
(define-sort Same (X) X)
(define-fun f ((w Word) (n (Same Int))) Bool (= (str.len w) n))
(assert (f "abc" 3))
(check-sat)
