; Memberships that exclude each other. Without any one of the assertions there is a model.
(set-logic QF_SLIA)
(declare-const x String)
(declare-const y String)
(assert (str.in_re x (re.++ (re.range "a" "c") (re.opt (str.to_re "de")))))
(assert (= x (str.++ y "d")))
(check-sat)
