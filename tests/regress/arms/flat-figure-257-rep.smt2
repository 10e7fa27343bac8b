; P4, Figure 1, with strings of a prime length: no shorter period divides it.
; args: --arm=flat --rlimit-per=3000000
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
(assert (= u (str.++ p1 "123456123456" s1)))
(assert (= v (str.++ p2 "1234512345" s2)))
(assert (= (str.len u) 257))
(assert (not (str.contains (str.++ v "a" y) (str.++ u "a" v))))
(check-sat)
