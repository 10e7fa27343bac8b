; Without the switch the old escapes are plain text.
; expect: sat
(assert (= (str.len "\x41") 4))
(assert (= (str.len "\n") 2))
(check-sat)
