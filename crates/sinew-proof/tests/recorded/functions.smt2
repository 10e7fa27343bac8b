; Extended functions. Without any one of the assertions there is a model.
(set-logic QF_SLIA)
(declare-const x String)
(declare-const y String)
(declare-const i Int)
(assert (= i (str.indexof x "ab" 1)))
(assert (str.prefixof "cab" x))
(assert (not (= (str.substr x i 2) "ab")))
(check-sat)
