; A reversed word with a long end.
; args: --arm=flat --rlimit-per=1000000
; expect: sat
(set-logic ALL)
(declare-const x String)
(declare-const y String)
(declare-const z String)
(assert (= (str.rev x) (str.++ y "b" z)))
(assert (> (str.len z) 12))
(assert (not (= y (str.rev y))))
(check-sat)
