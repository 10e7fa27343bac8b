; A replacement makes three letters of one.
; args: --arm=automata
; expect: unsat
(declare-const x String)
(declare-const y String)
(assert (= y (str.replace_all x "b" "aaa")))
(assert (str.in_re y (re.++ (re.* ((_ re.^ 3) (re.++ (re.* (str.to_re "c")) (str.to_re "a")))) ((_ re.^ 1) (re.++ (re.* (str.to_re "c")) (str.to_re "a"))) (re.* (str.to_re "c")))))
(assert (str.in_re x (re.* (re.union (str.to_re "b") (str.to_re "c")))))
(check-sat)
