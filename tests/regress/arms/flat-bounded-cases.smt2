; Lengths that are bounded in each case of a disjunction are bounded. The arm says that no growth helps.
; args: --arm=flat --rlimit=1000000
; expect: unknown
; expect: (:reason-unknown incomplete)
(set-logic ALL)
(declare-const x String)
(declare-const y String)
(assert (str.in_re x (re.union (str.to_re "abc") (str.to_re "bcd") (str.to_re "ab"))))
(assert (str.in_re y (re.union (str.to_re "ca") (str.to_re "bca"))))
(assert (not (str.contains (str.++ x y) "ab")))
(assert (str.contains (str.++ x y) "cb"))
(check-sat)
(get-info :reason-unknown)
