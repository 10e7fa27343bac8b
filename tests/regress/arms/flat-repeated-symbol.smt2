; A language with a symbol under a star.
; args: --arm=flat --rlimit-per=1000000
; expect: sat
(set-logic ALL)
(declare-const x String)
(declare-const y String)
(declare-const z String)
(assert (str.in_re x (re.* (str.to_re y))))
(assert (> (str.len x) 40))
(assert (> (str.len y) 2))
(assert (not (= x y)))
(check-sat)
