; Powers of one word commute: no two places at one position differ, whatever the exponents.
; args: --arm=automata --rlimit-per=2000000
; expect: unsat
(set-logic QF_SLIA)
(declare-const x String)
(declare-const y String)
(declare-const z String)
(assert (str.in_re x (re.* (str.to_re "aab"))))
(assert (str.in_re y (re.* (str.to_re "aabaab"))))
(assert (str.in_re z (re.* (str.to_re "aab"))))
(assert (not (= (str.++ x y z) (str.++ z x y))))
(check-sat)
