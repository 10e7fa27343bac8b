; Of two powers one ends with the other.
; args: --arm=automata
; expect: unsat
(declare-const x String)
(declare-const y String)
(assert (str.in_re x (re.* (str.to_re "abc"))))
(assert (str.in_re y (re.* (str.to_re "abc"))))
(assert (not (str.suffixof x y)))
(assert (not (str.suffixof y x)))
(check-sat)
