; Short numbers that are compared with literals, and each other: numerals are found where languages are not.
; args: --arm=flat --rlimit-per=200000
; expect: sat
(set-logic ALL)
(declare-const a0 String)
(declare-const n0 Int)
(declare-const a1 String)
(declare-const n1 Int)
(assert (= a0 (str.++ "bb" (str.from_int n0) ".txt")))
(assert (<= 17 n0 1557))
(assert (= n1 (str.to_int (str.substr a1 2 (str.len a1)))))
(assert (<= 3 n1 1628))
(assert (str.< a0 a1))
(check-sat)
