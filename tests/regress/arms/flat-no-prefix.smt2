; A long periodic string that is no prefix of one that it commutes with.
; args: --arm=flat
; expect: sat
(set-logic ALL)
(declare-const x String)
(declare-const y String)
(declare-const z String)
(assert (= (str.++ x y) (str.++ y x)))
(assert (str.contains x "abcac"))
(assert (= (str.len x) 63))
(assert (> (str.len y) 40))
(assert (not (str.prefixof (str.++ y "d") z)))
(assert (= (str.++ z x) (str.++ x z)))
(assert (> (str.len z) 100))
(assert (not (= z x)))
(check-sat)
