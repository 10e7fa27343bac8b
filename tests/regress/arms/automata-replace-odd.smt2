; A replacement doubles a letter, and an odd number is left.
; args: --arm=automata
; expect: unsat
(declare-const x String)
(declare-const y String)
(assert (= y (str.replace_all x "a" "bb")))
(assert (str.in_re y (re.++ (re.* ((_ re.^ 2) (re.++ (re.* (str.to_re "c")) (str.to_re "b")))) ((_ re.^ 1) (re.++ (re.* (str.to_re "c")) (str.to_re "b"))) (re.* (str.to_re "c")))))
(assert (str.in_re x (re.* (re.union (str.to_re "a") (str.to_re "c")))))
(check-sat)
