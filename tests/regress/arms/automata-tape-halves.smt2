; A replacement makes a string half as long.
; args: --arm=automata
; expect: unsat
(declare-const x String)
(assert (str.in_re x (re.* (str.to_re "ab"))))
(assert (not (= (* 2 (str.len (str.replace_all x "ab" "c"))) (str.len x))))
(check-sat)
