; Powers of a word with a letter twice commute.
; args: --arm=automata
; expect: unsat
(declare-const x String)
(declare-const y String)
(assert (str.in_re x (re.* (str.to_re "abb"))))
(assert (str.in_re y (re.* (str.to_re "abb"))))
(assert (not (= (str.++ x y) (str.++ y x))))
(check-sat)
