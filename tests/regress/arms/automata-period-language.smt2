; It overlaps by a word of a language.
; args: --arm=automata
; expect: unsat
(declare-const x String)
(declare-const y String)
(declare-const z String)
(assert (= (str.++ x y) (str.++ z x)))
(assert (str.in_re z (re.+ (re.range "a" "b"))))
(assert (str.contains x "c"))
(check-sat)
