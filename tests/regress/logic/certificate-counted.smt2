; What is counted means something where it is tried too.
; args: --arm=lengths
; expect: unsat
(declare-const x String)(declare-const y String)(declare-const z String)(declare-const i Int)(declare-const j Int)
(assert (xor (= x "A") (str.suffixof z x)))
(assert (not (= (str.from_code j) x)))
(assert (str.is_digit x))
(assert (str.< (str.replace_re (str.++ "aa" z) (re.range "0" "9") (str.substr x 0 97)) x))
(check-sat)
