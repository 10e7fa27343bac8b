; Two occurrences of a predicate with different values whose arguments the context makes the same: where z is a literal that has no "A",
; neither replacement brings one, so both say what (str.contains (str.replace x y "") "A") says.
; args: --arm=context --rlimit-per=500000
; expect: unsat
; expect: (:certificate checked)
(set-logic QF_SLIA)
(declare-const x String)
(declare-const y String)
(declare-const z String)
(assert (str.contains (str.replace x y z) "A"))
(assert (not (str.contains (str.replace x y (str.++ "B" z)) "A")))
(assert (or (= z "C") (= z "D") (= z "")))
(check-sat)
(get-info :certificate)
