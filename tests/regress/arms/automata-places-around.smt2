; Powers around a letter.
; args: --arm=automata
; expect: unsat
(declare-const x String)
(declare-const y String)
(assert (str.in_re x (re.* (str.to_re "ab"))))
(assert (str.in_re y (re.* (str.to_re "ab"))))
(assert (not (= (str.++ x y "a") (str.++ y x "a"))))
(assert (> (str.len x) 2))
(check-sat)
