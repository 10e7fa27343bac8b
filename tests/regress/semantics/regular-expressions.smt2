; The operators on languages.
; expect: sat
(assert (str.in_re "" (re.* re.none)))
(assert (not (str.in_re "" (re.+ re.none))))
(assert (str.in_re "" (re.opt re.allchar)))
(assert (str.in_re "a" (re.comp (str.to_re "b"))))
(assert (not (str.in_re "a" (re.comp re.all))))
(assert (str.in_re "a" (re.diff re.allchar (str.to_re "b"))))
(assert (str.in_re "ab" (re.inter (re.++ (str.to_re "a") re.all) (re.++ re.all (str.to_re "b")))))
(assert (str.in_re "b" (re.union (str.to_re "a") (str.to_re "b"))))
(assert (str.in_re "\u{2ffff}" re.allchar))
(assert (not (str.in_re "" re.allchar)))
(check-sat)
