; Upper case, then a replacement.
; args: --arm=automata
; expect: unsat
(declare-const x String)
(declare-const y String)
(assert (= y (str.replace_all (str.to_lower x) "b" "aa")))
(assert (str.in_re y (re.++ (re.++ (re.* ((_ re.^ 2) (re.++ (re.* (str.to_re "c")) (str.to_re "a")))) ((_ re.^ 1) (re.++ (re.* (str.to_re "c")) (str.to_re "a"))) (re.* (str.to_re "c"))))))
(assert (str.in_re x (re.* (re.union (str.to_re "B") (str.to_re "b") (str.to_re "C")))))
(check-sat)
