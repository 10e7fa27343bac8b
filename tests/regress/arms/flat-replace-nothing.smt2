; A replacement that finds nothing to replace.
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
(assert (= (str.replace (str.++ z "d" x) (str.++ y "d") "e") (str.++ z "d" x)))
(assert (> (str.len z) 100))
(check-sat)
