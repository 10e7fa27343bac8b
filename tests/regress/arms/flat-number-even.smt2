; An even numeral, and lengths that arithmetic relates.
; args: --arm=flat
; expect: sat
(set-logic ALL)
(declare-const x String)
(declare-const y String)
(declare-const z String)
(declare-const n Int)
(assert (= (str.++ x y) (str.++ y x)))
(assert (= (str.to_int x) n))
(assert (= (mod n 2) 0))
(assert (> n 1000))
(assert (= (str.len y) (+ 30 (* 5 (str.len x)))))
(assert (not (str.contains (str.++ y "2" z) (str.++ z "2" x))))
(assert (> (str.len z) 99))
(check-sat)
