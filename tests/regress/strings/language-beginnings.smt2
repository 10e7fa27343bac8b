; That no word begins in two ways is learnt once, not for every length.
; expect: unsat
(declare-const x String)
(declare-const y String)
(declare-const n Int)
(assert (str.in_re x (re.++ (str.to_re "ab") (re.* (re.union (str.to_re "c") (str.to_re "dd"))))))
(assert (= x (str.++ y (str.from_int n))))
(assert (str.in_re y (re.++ re.allchar (re.opt (str.to_re "cc")) (re.range "e" "z") re.all)))
(check-sat)
