; A string that overlaps with itself by digits has no letter.
; args: --arm=automata
; expect: unsat
(declare-const x String)
(declare-const y String)
(declare-const z String)
(assert (= (str.++ x y) (str.++ z x)))
(assert (str.in_re z (re.+ (re.range "0" "9"))))
(assert (str.in_re x (re.++ re.all (re.range "a" "f") re.all)))
(check-sat)
