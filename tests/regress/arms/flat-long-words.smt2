; Words of more characters than candidates have at first; blocks of equal length on both sides.
; args: --arm=flat --rlimit-per=2000000
; expect: sat
(set-logic ALL)
(declare-const x String)
(declare-const y String)
(declare-const z String)
(assert (= (str.++ x "abdc" y "ab" z) (str.++ y "dcba" x z "ba")))
(assert (> (str.len x) 32000))
(check-sat)
