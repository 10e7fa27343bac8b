; A needle of bounded length that does not occur in a long word: all shifts at once.
; args: --arm=flat --rlimit-per=1000000
; expect: sat
(set-logic ALL)
(declare-const x String)
(declare-const y String)
(declare-const z String)
(assert (not (str.contains x y)))
(assert (<= 1 (str.len y) 2))
(assert (> (str.len x) 500))
(assert (str.in_re x (re.* (str.to_re "abc"))))
(assert (str.in_re y (re.* (re.range "a" "c"))))
(check-sat)
