; A power occurs in a longer power of its conjugate, one character from the front: one shift stands for all words.
; args: --arm=automata --rlimit-per=2000000
; expect: unsat
(set-logic QF_SLIA)
(declare-const x String)
(declare-const y String)
(assert (str.in_re x (re.* (str.to_re "ab"))))
(assert (str.in_re y (re.* (str.to_re "ba"))))
(assert (< (str.len y) (str.len x)))
(assert (not (str.contains x y)))
(check-sat)
