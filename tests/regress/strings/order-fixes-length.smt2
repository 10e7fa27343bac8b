; Between two neighbours in the lexicographic order there is one word, whose length is excluded.
; expect: unsat
; unproved: the proof needs more steps
(declare-const s String)
(assert (not (= (str.len s) 13)))
(assert (str.<= "0002147483648" s))
(assert (str.< s "0002147483648\u{0}"))
(check-sat)
