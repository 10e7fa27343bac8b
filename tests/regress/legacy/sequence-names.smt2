; Z3 prints operations on strings under the names of its sequences; characters are strings of length 1.
; expect: sat
; expect: unsat
; expect: sat
; expect: unsat
(declare-const x String)
(declare-const y String)
(assert (= (seq.++ x y (as seq.empty String)) "abcab"))
(assert (= (seq.len x) 3))
(assert (seq.contains x (seq.unit (_ Char 98))))
(assert (= (seq.extract x 1 2) "bc"))
(assert (seq.prefixof y x))
(assert (= (seq.nth x 0) (_ Char 97)))
(assert (= (seq.at x 2) "c"))
(assert (= (seq.last_indexof (seq.++ x y) "ab") 3))
(assert (= (seq.last_indexof x "") 3 (seq.last_indexof "aaaa" "a")))
(assert (= (seq.last_indexof x "z") (- 1)))
(assert (seq.in.re y (re.+ (seq.to.re "ab"))))
(check-sat)
(push)
(assert (not (char.<= (seq.nth x 0) (seq.nth x 1))))
(check-sat)
(pop)
; Outside the string there is some character, the same for the same arguments.
(push)
(assert (= (seq.nth x 7) (_ Char 65)))
(check-sat)
(assert (not (= (seq.nth "abc" (+ 3 (str.len "abcd"))) (_ Char 65))))
(check-sat)
