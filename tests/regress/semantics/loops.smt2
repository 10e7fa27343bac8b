; A loop from more to less is empty; nothing to the power of 0 is the empty word.
; expect: sat
(assert (str.in_re "aa" ((_ re.loop 1 3) (str.to_re "a"))))
(assert (not (str.in_re "aaaa" ((_ re.loop 1 3) (str.to_re "a")))))
(assert (not (str.in_re "aa" ((_ re.loop 3 1) (str.to_re "a")))))
(assert (str.in_re "" ((_ re.loop 0 0) re.all)))
(assert (not (str.in_re "a" ((_ re.loop 0 0) re.all))))
(assert (str.in_re "" ((_ re.^ 0) re.none)))
(assert (str.in_re "aaa" ((_ re.^ 3) (str.to_re "a"))))
(assert (not (str.in_re "" ((_ re.^ 1) re.none))))
(check-sat)
