; How long a string becomes by a replacement.
; args: --arm=automata
; expect: unsat
(declare-const x String)
(assert (str.in_re x (re.* (str.to_re "ab"))))
(assert (not (= (* 2 (str.len (str.replace_all x "a" "bb"))) (* 3 (str.len x)))))
(check-sat)
