; A replacement makes every third letter two.
; args: --arm=automata
; expect: unsat
(declare-const x String)
(assert (str.in_re x (re.* (str.to_re "abc"))))
(assert (= (* 4 (str.len x)) (* 3 (+ 1 (str.len (str.replace_all x "c" "dd"))))))
(check-sat)
