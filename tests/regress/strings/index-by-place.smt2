; What stands at a place rules out all values of an index beyond it, not one after the other.
; expect: unsat
; expect: unsat
; expect: sat
(declare-const line String)
(declare-const i Int)
(assert (> (str.len line) 18))
(assert (= (str.at line 18) "1"))
(push)
(assert (= (str.indexof line "a" 17) 20))
(assert (not (= (str.indexof line "1" 18) 18)))
(check-sat)
(pop)
(push)
(assert (<= 0 i 18))
(assert (= (str.substr line i 5) "abcde"))
(assert (> (str.indexof line "1" i) 30))
(check-sat)
(pop)
(assert (= (str.indexof line "1" i) (- 1)))
(check-sat)
