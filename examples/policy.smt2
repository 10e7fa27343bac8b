; Two policies about paths: does the first allow whatever the second allows?
(set-logic QF_S)
(declare-const path String)
(define-fun letter () RegLan (re.union (re.range "a" "z") (str.to_re "-")))
(define-fun allows-1 ((p String)) Bool
  (str.in_re p (re.++ (str.to_re "/home/") (re.+ letter) (str.to_re "/docs/") re.all)))
(define-fun allows-2 ((p String)) Bool
  (and (str.prefixof "/home/" p) (str.contains p "/docs/")))
; Nothing that the first allows is refused by the second.
(push)
(assert (allows-1 path))
(assert (not (allows-2 path)))
(check-sat)
(pop)
; The other way round there is something.
(assert (allows-2 path))
(assert (not (allows-1 path)))
(check-sat)
(get-value (path))
