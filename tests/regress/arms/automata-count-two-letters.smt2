; One letter counted in one string, another one in the other.
; args: --arm=automata
; expect: unsat
(declare-const x String)
(declare-const y String)
(declare-const z String)
(assert (= (str.++ x y) (str.++ y z)))
(assert (str.in_re x (re.++ (re.* ((_ re.^ 2) (re.++ (re.* (str.to_re "b")) (str.to_re "a")))) ((_ re.^ 1) (re.++ (re.* (str.to_re "b")) (str.to_re "a"))) (re.* (str.to_re "b")))))
(assert (str.in_re z (re.++ (re.* ((_ re.^ 2) (re.++ (re.* (str.to_re "b")) (str.to_re "a")))) (re.* (str.to_re "b")))))
(assert (str.in_re y (re.* (re.union (str.to_re "a") (str.to_re "b")))))
(check-sat)
