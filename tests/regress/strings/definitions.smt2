; What functions say by definition, over strings and integers without bounds.
(set-logic QF_SLIA)
(declare-const x String)
(declare-const y String)
(declare-const z String)
(declare-const n Int)
(declare-const i Int)
; The decimal digits of a number.
(push 1)
(assert (>= n 10))
(assert (= x (str.++ (str.from_int (div n 10)) (str.from_int (mod n 10)))))
(assert (not (= x (str.from_int n))))
; expect: unsat
(check-sat)
(pop 1)
; A string that begins with another has it as a prefix.
(push 1)
(assert (<= (str.len y) (str.len x)))
(assert (= (str.substr x 0 (str.len y)) (str.++ z "a")))
(assert (= y (str.++ z "a")))
(assert (not (str.prefixof y x)))
; expect: unsat
(check-sat)
(pop 1)
; What is updated is what stands before, the new part, and what stands behind.
(push 1)
(assert (= (str.len y) 2))
(assert (<= 0 i))
(assert (<= (+ i 2) (str.len x)))
(assert (not (= (str.update x i y)
  (str.++ (str.substr x 0 i) y (str.substr x (+ i 2) (str.len x))))))
; expect: unsat
(check-sat)
(pop 1)
; Reversal tells strings apart.
(push 1)
(assert (= (str.rev x) (str.rev y)))
(assert (not (= x y)))
; expect: unsat
(check-sat)
(pop 1)
; From a start on, an index is that in the rest.
(push 1)
(assert (>= i 0))
(assert (<= i (str.len x)))
(assert (= z (str.substr x i (str.len x))))
(assert (>= (str.indexof z y 0) 0))
(assert (not (= (str.indexof x y i) (+ i (str.indexof z y 0)))))
; expect: unsat
(check-sat)
(pop 1)
