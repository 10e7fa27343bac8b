; P4, Figure 1, with strings of five hundred characters.
; args: --arm=flat --rlimit-per=300000
; expect: sat
(set-logic ALL)
(declare-const u String)
(declare-const v String)
(declare-const y String)
(declare-const p1 String)
(declare-const s1 String)
(declare-const p2 String)
(declare-const s2 String)
(assert (= (str.++ v u) (str.++ u v)))
(assert (= u (str.++ p1 "123456789012" s1)))
(assert (= v (str.++ p2 "1234567890" s2)))
(assert (= (str.len u) 500))
(assert (not (str.contains (str.++ u "a" v) (str.++ v "a" y))))
(check-sat)
