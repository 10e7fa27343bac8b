; A numeral that a power of it swallows: its number is asked for, and an occurrence denied.
; args: --arm=flat
; expect: sat
(set-logic ALL)
(declare-const x String)
(declare-const z String)
(declare-const n Int)
(assert (= (str.++ x (str.from_int n) x) (str.++ (str.from_int n) x x)))
(assert (> n 2000))
(assert (< n 9000))
(assert (= (mod n 7) 4))
(assert (> (str.len x) 60))
(assert (not (str.contains (str.++ x "5" z) (str.++ z "5" x))))
(assert (> (str.len z) 90))
(check-sat)
