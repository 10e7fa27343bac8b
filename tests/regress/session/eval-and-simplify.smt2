; Z3's `eval`, `simplify` of terms with symbols, `check-sat-using`.
; expect: x
; expect: 3
; expect: (error "line 13 column 1: there is no model: say (check-sat) first")
; expect: sat
; expect: "aaab"
; expect: 4
; expect: (- 7)
; exit: 1
(declare-const x String)
(simplify (str.++ x "" (str.at "a" 3)))
(simplify (str.len "abc"))
(eval x)
(assert (= x "aaab"))
(check-sat-using (then simplify smt))
(eval x)
(eval (str.len x) :completion true)
(eval (- 7))
