; Bytes that are not UTF-8 are an error in the command that has them.
; expect: sat
; expect: (error "line 8 column 13: this is not valid UTF-8")
; expect: (error "line 9 column 1: this is not valid UTF-8")
; expect: unknown
; exit: 1
(check-sat)
(assert (= "ÿ" "a"))
þ
(check-sat)
