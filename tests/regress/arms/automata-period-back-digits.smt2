; The same at its end.
; args: --arm=automata
; expect: unsat
(declare-const x String)
(declare-const y String)
(declare-const z String)
(assert (= (str.++ y x) (str.++ x z)))
(assert (str.in_re z (re.+ (re.range "0" "9"))))
(assert (str.in_re x (re.++ re.all (re.range "a" "f") re.all)))
(check-sat)
