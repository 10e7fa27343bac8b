; All occurrences of a string that is no constant, replaced stage by stage.
; args: --arm=flat --rlimit-per=1000000
; expect: sat
(set-logic ALL)
(declare-const x String)
(declare-const y String)
(declare-const z String)
(assert (= (str.replace_all x y z) "cabcab"))
(assert (not (= x "cabcab")))
(assert (> (str.len y) 1))
(assert (> (str.len z) 1))
(check-sat)
