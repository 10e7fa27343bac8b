; Two replacements of one string that disagree.
; args: --arm=automata
; expect: unsat
(declare-const x String)
(declare-const y String)
(declare-const z String)
(assert (= y (str.replace_all x "a" "b")))
(assert (= z (str.replace_all x "b" "a")))
(assert (str.in_re y (re.++ (re.* (str.to_re "b")))))
(assert (str.in_re z (re.++ (re.* (str.to_re "a")) (str.to_re "c") (re.* (str.to_re "a")))))
(check-sat)
