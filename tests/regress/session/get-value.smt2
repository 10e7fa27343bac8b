; Values come with the terms as they were written.
; expect: sat
; expect: (((+  1 2) 3))
; expect: (((twice "a") "aa") ((- 5) (- 5)) ((< 1 2) true) ((str.++ "\u{41}" "é") "A\u{e9}"))
; expect: ((re.allchar re.allchar))
(define-fun twice ((s String)) String (str.++ s s))
(assert (= 1 1))
(check-sat)
(get-value ((+  1 2)))
(get-value ((twice "a") (- 5) (< 1 2) (str.++ "\u{41}" "é")))
(get-value (re.allchar))
