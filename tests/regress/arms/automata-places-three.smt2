; Three powers in another order.
; args: --arm=automata
; unproved: the search with a log takes more steps than the test allows
; expect: unsat
(declare-const x String)
(declare-const y String)
(declare-const z String)
(assert (str.in_re x (re.* (str.to_re "ab"))))
(assert (str.in_re y (re.* (str.to_re "ab"))))
(assert (str.in_re z (re.* (str.to_re "ab"))))
(assert (not (= (str.++ x y z) (str.++ z x y))))
(check-sat)
