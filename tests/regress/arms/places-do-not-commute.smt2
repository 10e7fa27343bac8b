; Powers of two words that are conjugates do not commute: a place is found by arithmetic.
; args: --arm=automata --rlimit-per=2000000
; expect: sat
(set-logic QF_SLIA)
(declare-const x String)
(declare-const y String)
(assert (str.in_re x (re.* (str.to_re "ab"))))
(assert (str.in_re y (re.* (str.to_re "ba"))))
(assert (> (str.len x) 20))
(assert (= (str.len y) (* 2 (str.len x))))
(assert (not (= (str.++ x y) (str.++ y x))))
(check-sat)
