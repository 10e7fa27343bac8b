; A formula with one solution has that one as its model.
; expect: sat
; expect: ((p true) (q false) (r true))
(declare-const p Bool)
(declare-const q Bool)
(declare-const r Bool)
(assert (xor p q))
(assert (=> p r))
(assert (or (not r) (not q)))
(assert (= p r))
(assert (or p (not q)))
(check-sat)
(get-value (p q r))
