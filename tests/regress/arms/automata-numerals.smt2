; A number that is compared with a constant is a membership of its string, which goes through slices.
; expect: unsat
; expect: unsat
; expect: unsat
; expect: sat
(set-logic QF_SLIA)
(declare-const s String)
(declare-const n Int)
(push)
(assert (str.in_re s (re.+ (re.range "0" "1"))))
(assert (>= (str.len s) 2))
(assert (<= 3 (str.to_int (str.substr s (+ (- 2) (str.len s)) 1))))
(check-sat)
(pop)
(push)
(assert (str.in_re s (re.+ (re.range "0" "4"))))
(assert (>= (str.to_int (str.substr s n 2)) 45))
(check-sat)
(pop)
(push)
(assert (str.in_re s (re.* (str.to_re "19"))))
(assert (= (str.to_int (str.substr s n 3)) 199))
(check-sat)
(pop)
(assert (str.in_re s (re.* (str.to_re "19"))))
(assert (= (str.to_int (str.substr s n 3)) 919))
(check-sat)
