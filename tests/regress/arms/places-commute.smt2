; Powers of one word commute: no two places at one position differ, whatever the exponents.
; args: --arm=automata --rlimit-per=6000000
; expect: unsat
(set-logic QF_SLIA)
(declare-const x String)
(declare-const y String)
(assert (str.in_re x (re.* (str.to_re "ab"))))
(assert (str.in_re y (re.* (str.to_re "ab"))))
(assert (not (= (str.++ x y) (str.++ y x))))
(check-sat)
