; Strings that commute, of known lengths, more than those that have a cell for each character at once. The arm says that no growth helps.
; args: --arm=flat --rlimit=3000000
; expect: unknown
; expect: (:reason-unknown incomplete)
(set-logic ALL)
(declare-const x String)
(declare-const y String)
(assert (= (str.++ x y) (str.++ y x)))
(assert (= (str.len x) 33))
(assert (= (str.len y) 44))
(assert (str.contains x "abcab"))
(assert (not (str.contains x "cab")))
(check-sat)
(get-info :reason-unknown)
