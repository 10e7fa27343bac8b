; Two strings of periods without a common divisor, one around the other.
; args: --arm=flat
; expect: sat
(set-logic ALL)
(declare-const x String)
(declare-const y String)
(assert (= (str.++ x "ab") (str.++ "ab" x)))
(assert (> (str.len x) 60))
(assert (= (str.++ y "abb") (str.++ "abb" y)))
(assert (> (str.len y) 60))
(assert (not (str.contains (str.++ y "c" x) (str.++ x "c" y))))
(check-sat)
