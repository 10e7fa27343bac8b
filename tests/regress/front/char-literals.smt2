; `(_ char #x…)` is a string of one character.
; expect: sat
(assert (= (_ char #x41) "A"))
(assert (= (_ char #x2FFFF) "\u{2FFFF}"))
(assert (= (_ char #x0) "\u{0}"))
(check-sat)
