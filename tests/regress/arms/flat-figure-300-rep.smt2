; P4, Figure 1, with constants twice: a period that both fit into, and that divides 300.
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
(assert (= u (str.++ p1 "123456123456" s1)))
(assert (= v (str.++ p2 "1234512345" s2)))
(assert (= (str.len u) 300))
(assert (not (str.contains (str.++ v "a" y) (str.++ u "a" v))))
(check-sat)
