; A bounded number has a bounded numeral. The arm says that no growth helps.
; args: --arm=flat --rlimit=1000000
; expect: unknown
; expect: (:reason-unknown incomplete)
(set-logic ALL)
(declare-const x String)
(declare-const n Int)
(assert (<= 0 n 1000))
(assert (= x (str.from_int (* 2 n))))
(assert (str.suffixof "3" x))
(check-sat)
(get-info :reason-unknown)
