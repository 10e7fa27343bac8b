; A replaced string, cut.
; args: --arm=automata
; expect: unsat
(declare-const x String)
(declare-const y String)
(declare-const z String)
(assert (= (str.replace_all x "a" "bb") (str.++ y z)))
(assert (str.in_re x (re.* (str.to_re "ac"))))
(assert (str.in_re y (re.++ re.all (str.to_re "cc"))))
(check-sat)
