; Code points by the languages that are left of single characters.
; args: --arm=automata --rlimit-per=10000000
; expect: unsat
; expect: sat
(set-logic QF_SLIA)
(declare-const x String)
(declare-const y String)
(declare-const w String)
(declare-const n Int)
(assert (= (str.++ w x) (str.++ y "b" (str.from_code n))))
(assert (str.in_re x (re.range "c" "f")))
(push)
(assert (< (str.to_code (str.from_code n)) 99))
(check-sat)
(pop)
(assert (> (str.to_code x) 100))
(assert (< n 102))
(check-sat)
