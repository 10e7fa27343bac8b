; A step that cannot be derived under a supposition ends the supposition, not the proof.
; expect: unsat
(set-logic QF_SLIA)
(declare-const s0 String)
(declare-const s1 String)
(assert (str.suffixof (str.from_int 1000) s1))
(assert (or (= (str.++ s0 (str.++ (str.++ s1 s0) s1)) s1)
            (= (str.to_code (str.++ s1 (str.from_code 97))) (* 6 (str.to_int (str.++ s1 s0))))))
(check-sat)
