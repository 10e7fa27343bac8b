; Equal lengths of first components. Without any one of the assertions there is a model.
(set-logic QF_SLIA)
(declare-const x String)
(declare-const y String)
(declare-const z String)
(declare-const w String)
(assert (= (str.++ x "a" y) (str.++ z "b" w)))
(assert (= (str.len x) (str.len z)))
(check-sat)
