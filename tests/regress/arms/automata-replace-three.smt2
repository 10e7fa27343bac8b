; Three replacements in a row leave no a.
; args: --arm=automata
; expect: unsat
(declare-const x String)
(declare-const y String)
(assert (= y (str.replace_all (str.replace_all (str.replace_all x "a" "b") "b" "cc") "cc" "d")))
(assert (str.in_re y (re.++ re.all (str.to_re "b") re.all)))
(check-sat)
