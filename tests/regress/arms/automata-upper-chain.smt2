; Upper case, then a replacement.
; args: --arm=automata
; expect: unsat
(declare-const x String)
(declare-const y String)
(assert (= y (str.replace_all (str.to_upper x) "B" "AA")))
(assert (str.in_re y (re.++ (re.* ((_ re.^ 2) (re.++ (re.* (str.to_re "C")) (str.to_re "A")))) ((_ re.^ 1) (re.++ (re.* (str.to_re "C")) (str.to_re "A"))) (re.* (str.to_re "C")))))
(assert (str.in_re x (re.* (re.union (str.to_re "b") (str.to_re "B") (str.to_re "c")))))
(check-sat)
