; The order of strings is lexicographic by code point, and chains.
; expect: sat
(assert (str.< "" "a"))
(assert (not (str.< "a" "a")))
(assert (str.<= "a" "a"))
(assert (str.< "Z" "a"))
(assert (str.< "ab" "b"))
(assert (str.< "a" "aa" "b"))
(assert (not (str.< "a" "b" "ab")))
(assert (str.<= "a" "a" "b"))
(check-sat)
