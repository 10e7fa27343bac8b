; Two pairs of strings that commute, with periods of their own.
; args: --arm=flat --rlimit-per=300000
; expect: sat
(set-logic ALL)
(declare-const u String)
(declare-const v String)
(declare-const x String)
(declare-const y String)
(assert (= (str.++ u v) (str.++ v u)))
(assert (= (str.++ x y) (str.++ y x)))
(assert (str.contains u "12345"))
(assert (str.contains x "123"))
(assert (= (str.len u) 77))
(assert (= (str.len x) 80))
(assert (not (str.contains (str.++ u "a" v) (str.++ x "a"))))
(assert (> (str.len v) 0))
(check-sat)
