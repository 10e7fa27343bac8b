; P4, Figure 1, with a suffix that is denied: at no place where both go round the ring in step do they differ.
; args: --arm=flat --rlimit=2000000
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
(assert (= u (str.++ p1 "aabaa" s1)))
(assert (= v (str.++ p2 "aa" s2)))
(assert (= (str.len u) 101))
(assert (not (str.suffixof (str.++ "ab" u) (str.++ y "ab" v))))
(check-sat)
