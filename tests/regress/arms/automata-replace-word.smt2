; A word that a replacement leaves nowhere.
; args: --arm=automata
; expect: unsat
(declare-const x String)
(declare-const y String)
(assert (= y (str.replace_all x "ab" "c")))
(assert (str.in_re y (re.++ re.all (str.to_re "ab") re.all)))
(assert (str.in_re x (re.* (re.union (str.to_re "ab") (str.to_re "b")))))
(check-sat)
