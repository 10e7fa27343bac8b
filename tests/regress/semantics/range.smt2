; `re.range` of anything but two characters in order is empty.
; expect: sat
(assert (str.in_re "b" (re.range "a" "c")))
(assert (str.in_re "a" (re.range "a" "a")))
(assert (not (str.in_re "b" (re.range "c" "a"))))
(assert (not (str.in_re "b" (re.range "aa" "c"))))
(assert (not (str.in_re "" (re.range "" "c"))))
(assert (not (str.in_re "ab" (re.range "a" "z"))))
(check-sat)
