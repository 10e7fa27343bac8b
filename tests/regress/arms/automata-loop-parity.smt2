; Strings that commute, of different parities of their letters.
; args: --arm=automata
; expect: unsat
(declare-const x String)
(declare-const y String)
(assert (= (str.++ x y y) (str.++ y y x)))
(assert (str.in_re x (re.++ (re.++ (re.* ((_ re.^ 2) (re.++ (re.* (str.to_re "b")) (str.to_re "a")))) ((_ re.^ 1) (re.++ (re.* (str.to_re "b")) (str.to_re "a"))) (re.* (str.to_re "b"))))))
(assert (str.in_re y (re.+ (str.to_re "b"))))
(check-sat)
