; The empty string is prefix, suffix and part of everything.
; expect: sat
(assert (str.prefixof "" "a"))
(assert (str.suffixof "" ""))
(assert (str.contains "a" ""))
(assert (str.prefixof "ab" "abc"))
(assert (not (str.prefixof "abc" "ab")))
(assert (str.suffixof "bc" "abc"))
(assert (not (str.suffixof "ab" "abc")))
(assert (str.contains "abc" "b"))
(assert (not (str.contains "b" "abc")))
(check-sat)
