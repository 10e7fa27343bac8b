; Powers of a word and of the word turned.
; args: --arm=automata
; expect: unsat
(declare-const x String)
(declare-const y String)
(assert (str.in_re x (re.* (str.to_re "ab"))))
(assert (str.in_re y (re.* (str.to_re "ba"))))
(assert (= (str.len x) (str.len y)))
(assert (not (= (str.++ "b" x) (str.++ y "b"))))
(check-sat)
