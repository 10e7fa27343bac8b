; Strings that are no words in regular expressions: at the ends of a concatenation, and in unions.
; expect: unsat
; expect: unsat
; expect: unsat
; expect: sat
(set-logic QF_SLIA)
(declare-const x String)
(declare-const y String)
(declare-const s String)
(push)
(assert (not (str.in_re (str.++ "abc" x "." y) (re.++ (str.to_re (str.++ "abc" x)) re.allchar (str.to_re y)))))
(check-sat)
(pop)
(push)
(assert (not (str.in_re (str.++ "abc" x "." y) (re.++ (str.to_re (str.++ "abc" x)) (re.* re.allchar) (str.to_re ".") (str.to_re y)))))
(check-sat)
(pop)
(push)
(assert (str.in_re s (re.union (re.++ (str.to_re x) (re.range "0" "4")) (re.++ (re.range "0" "4") (str.to_re y)))))
(assert (= (str.len s) 1))
(assert (>= (str.to_int s) 5))
(check-sat)
(pop)
(assert (str.in_re s (re.++ (str.to_re x) (re.+ (re.range "0" "4")) (str.to_re x))))
(assert (> (str.len x) 1))
(assert (str.contains s "a3b"))
(check-sat)
