; The number of occurrences that are replaced ties the lengths of replacements: 3·k = 20 has no solution, 3·k = 21 has one.
; expect: unsat
; expect: sat
(set-logic QF_SLIA)
(declare-const x String)
(assert (= (str.len (str.replace_all x "ab" "c")) 40))
(push 1)
(assert (= (str.len (str.replace_all x "ab" "cdef")) 60))
(check-sat)
(pop 1)
(assert (= (str.len (str.replace_all x "ab" "cdef")) 61))
(check-sat)
