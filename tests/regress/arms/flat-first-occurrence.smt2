; No first occurrence of a string that is long and periodic.
; args: --arm=flat
; expect: sat
(set-logic ALL)
(declare-const x String)
(declare-const y String)
(declare-const z String)
(assert (= (str.++ x y) (str.++ y x)))
(assert (str.contains x "abcab"))
(assert (= (str.len x) 55))
(assert (> (str.len y) 30))
(assert (= (str.indexof (str.++ z "d" x) (str.++ y "d") 0) (- 1)))
(assert (> (str.len z) 90))
(check-sat)
