; Mistakes are found where they are, and no answer pretends that they were not there.
(set-logic QF_SLIA)
(declare-const name String)
(assert (str.contians name "a"))
(assert (= (str.len name) "three"))
(assert (= (str.at name 0) "z"))
(check-sat)
(get-info :reason-unknown)
