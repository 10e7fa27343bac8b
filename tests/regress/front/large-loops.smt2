; Indices of loops have no bound.
; expect: sat
; expect: unsat
; expect: unsat
; expect: sat
; expect: unsat
; expect: sat
; expect: unsat
; expect: (error "line 39 column 38: the bounds of `re.loop` are numerals; they are indices, as in ((_ re.loop 1 3) r), or come after the expression")
; exit: 1
(declare-const x String)
(push)
(assert (str.in_re x ((_ re.loop 2 18446744073709551616) (str.to_re "ab"))))
(assert (str.in_re x ((_ re.loop 0 4294967296) re.allchar)))
(assert (= (str.at x 3) "b"))
(assert (< (str.len x) 5))
(check-sat)
(pop)
(push)
(assert (str.in_re x ((_ re.^ 4294967297) (str.to_re "ab"))))
(assert (< (str.len x) 8589934594))
(check-sat)
(pop)
(push)
(assert (str.in_re x ((_ re.loop 99999999999999999999 4294967296) (str.to_re "ab"))))
(check-sat)
(pop)
(assert (str.in_re "" ((_ re.^ 340282366920938463463374607431768211456) (re.opt (str.to_re "a")))))
(assert (not (str.in_re "aaa" ((_ re.^ 4294967296) (str.to_re "a")))))
(check-sat)
(push)
(assert (str.in_re "" (re.loop (str.to_re "a") 4294967296)))
(check-sat)
(pop)
(assert (str.in_re "abcabc" ((_ re.loop 4294967296) (re.union (str.to_re "") (re.range "a" "c")))))
(check-sat)
(assert (str.in_re "abd" ((_ re.loop 4294967296 4294967297) (re.union (str.to_re "") (re.range "a" "c")))))
(check-sat)
(assert (str.in_re x (re.loop re.all -1 3)))
