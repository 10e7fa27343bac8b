; A numeral, twice, commutes with a long string.
; args: --arm=flat
; expect: sat
(set-logic ALL)
(declare-const x String)
(declare-const y String)
(declare-const z String)
(declare-const n Int)
(assert (= (str.++ (str.from_int n) (str.from_int n) x) (str.++ x (str.from_int n) (str.from_int n))))
(assert (> n 1000))
(assert (= (mod n 9) 5))
(assert (> (str.len x) 70))
(assert (not (str.contains (str.++ x "3" y) (str.++ y "3" x))))
(assert (> (str.len y) 100))
(check-sat)
