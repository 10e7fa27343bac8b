; Powers of one word commute.
; args: --arm=automata
; expect: unsat
(declare-const x String)
(declare-const y String)
(assert (str.in_re x (re.* (str.to_re "aab"))))
(assert (str.in_re y (re.* (str.to_re "aab"))))
(assert (not (= (str.++ x y) (str.++ y x))))
(check-sat)
