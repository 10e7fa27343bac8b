; Names of earlier drafts mean today's symbols.
; expect: sat
(assert (str.in.re "ab" (str.to.re "ab")))
(assert (= (str.to.int "12") 12))
(assert (= (int.to.str 12) "12"))
(assert (not (str.in.re "" re.nostr)))
(assert (= (str.replaceall "aa" "a" "b") "bb"))
(assert (str.in.re "aaa" (re.loop (str.to.re "a") 2 4)))
(assert (str.in.re "a" re.allchar))
(check-sat)
