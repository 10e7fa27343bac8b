; A replacement takes two letters of three.
; args: --arm=automata
; expect: unsat
(declare-const x String)
(assert (str.in_re x (re.* (str.to_re "abc"))))
(assert (not (= (* 3 (str.len (str.replace_all x "bc" ""))) (str.len x))))
(check-sat)
