; A shorter power of the word turned occurs.
; args: --arm=automata
; expect: unsat
(declare-const x String)
(declare-const y String)
(assert (str.in_re x (re.* (str.to_re "ab"))))
(assert (str.in_re y (re.* (str.to_re "ba"))))
(assert (< (str.len y) (str.len x)))
(assert (not (str.contains x y)))
(check-sat)
