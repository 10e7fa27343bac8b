; What is equal in both cases has no letters: said as a membership, so that lengths need not be tried one by one.
; expect: sat
; expect: unsat
; expect: unsat
; expect: unsat
(set-logic QF_SLIA)
(declare-const x String)
(declare-const y String)
(declare-const z String)
(declare-const w String)
(assert (= (str.to_upper y) (str.to_lower y)))
(assert (= (str.to_upper z) (str.to_lower z)))
(push)
(assert (not (= (str.to_upper x) (str.to_lower x))))
(assert (or (= x (str.++ y z)) (= x (str.++ y w))))
(assert (not (= y "")))
(assert (> (str.len x) 2))
(check-sat)
(assert (= w (str.++ z y)))
(check-sat)
(pop)
(push)
(assert (str.in_re (str.to_upper (str.++ y "1" w)) (re.+ (re.range "A" "Z"))))
(check-sat)
(pop)
(assert (= (str.to_lower (str.++ w y)) "abc"))
(assert (> (str.len y) 0))
(check-sat)
