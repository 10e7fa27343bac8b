; Words of which one does not occur in the other, though it is shorter.
; args: --arm=automata --rlimit-per=2000000
; expect: sat
(set-logic QF_SLIA)
(declare-const x String)
(declare-const y String)
(assert (str.in_re x (re.++ (re.* (str.to_re "ab")) (re.* (str.to_re "c")))))
(assert (str.in_re y (re.* (re.union (str.to_re "b") (str.to_re "ca")))))
(assert (> (str.len y) 5))
(assert (= (str.len x) (+ 3 (str.len y))))
(assert (not (str.contains x y)))
(check-sat)
