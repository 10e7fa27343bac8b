; The numeral of a number commutes with a long string that lacks a word.
; args: --arm=flat
; expect: sat
(set-logic ALL)
(declare-const x String)
(declare-const y String)
(declare-const n Int)
(assert (= (str.++ (str.from_int n) x) (str.++ x (str.from_int n))))
(assert (> n 100))
(assert (= (str.len x) 90))
(assert (not (str.contains x "99")))
(assert (str.contains x "70"))
(assert (not (str.contains (str.++ y "1" x) (str.++ x "1" y))))
(assert (> (str.len y) 100))
(check-sat)
