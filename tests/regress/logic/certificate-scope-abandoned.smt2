; A derivation that gives up in the middle of a case leaves it, and the rest of the proof goes on outside.
; args: --produce-unsat-cores
; expect: unsat
(declare-const s0 String)
(assert (and (= (not (> (mod (str.to_int s0) 2) (mod (* 3 (str.len s0)) (- 2)))) (>= (str.len s0) 1)) (and (str.in_re s0 (str.to_re "009")) (= (str.++ (str.from_int 0) (str.from_int 5)) "05"))))
(assert (not (not (> (str.to_code s0) (+ (str.indexof s0 "") 3)))))
(check-sat)
