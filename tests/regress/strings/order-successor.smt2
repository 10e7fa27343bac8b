; A word and the least character after it: nothing is in between, so the two sides fix a part of an
; equation.
; args: --rlimit-per=100000
; expect: sat
; expect: unsat
; expect: unsat
(set-logic ALL)
(declare-const x String)
(declare-const u String)
(declare-const v String)
(declare-const w String)
(declare-const y String)
(push)
(assert (and (str.<= "bb" w) (str.< w "bb\u{0}")))
(assert (= (str.len y) 2))
(assert (str.prefixof y "aaab"))
(assert (str.in_re u (re.opt (str.to_re "b"))))
(assert (= (str.++ x w x u u v) (str.++ u y u v u x u "b")))
(check-sat)
(assert (distinct w (str.++ u "b") (str.++ "b" u)))
(assert (not (= u "")))
(check-sat)
(pop)
(push)
(assert (str.< (str.++ x "\u{0}") (str.++ y "\u{0}")))
(assert (str.< y x))
(check-sat)
(pop)
