; A string with many words in it, and room for them.
; expect: sat
(declare-const x String)
(declare-const y String)
(assert (= x (str.++ y "!")))
(assert (str.contains x "foo"))
(assert (str.contains x "bar"))
(assert (str.contains x "qux"))
(assert (str.contains x "zip"))
(assert (str.contains x "waldo"))
(assert (< (str.len y) 40))
(check-sat)
