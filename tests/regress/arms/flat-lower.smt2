; Case, letter by letter.
; args: --arm=flat --rlimit-per=1000000
; expect: sat
(set-logic ALL)
(declare-const x String)
(declare-const y String)
(declare-const z String)
(assert (= (str.to_lower x) (str.++ y "b" y)))
(assert (> (str.len x) 4))
(assert (not (= x y)))
(check-sat)
