; What no script declares is a number where it has a sign.
; expect: unsat
; expect: sat
; expect: ((x "a"))
; expect: ((= (- 1) (- 0)))
; expect: sat
; expect: ((-1 7) (|-1| 7) ((- 1) (- 1)))
(declare-const x String)
(push)
(assert (= (str.len x) -1))
(check-sat)
(pop)
(assert (> (str.indexof x "a" 0) -1))
(assert (= (str.len x) (* -1 -1)))
(check-sat)
(get-value (x))
(reset-assertions)
(assert (= -1 -0))
(get-assertions)
(reset-assertions)
; A declared symbol is what it is declared to be.
(declare-const -1 Int)
(assert (= -1 7))
(check-sat)
(get-value (-1 |-1| (- 1)))
