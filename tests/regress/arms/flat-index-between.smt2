; A first occurrence behind a position that is no constant.
; args: --arm=flat --rlimit-per=1000000
; expect: sat
(set-logic ALL)
(declare-const x String)
(declare-const y String)
(declare-const z String)
(declare-const i Int)
(declare-const j Int)
(assert (= (str.indexof x y i) j))
(assert (> j i 2))
(assert (> (str.len y) 2))
(check-sat)
