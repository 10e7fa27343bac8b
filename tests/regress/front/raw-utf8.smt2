; A character of the source text is one character of the string.
; expect: sat
; expect: "\u{e9}\u{2192}\u{1d11e}"
(assert (= (str.len "é→𝄞") 3))
(assert (= "é" "\u{e9}"))
(assert (= (str.to_code "𝄞") 119070))
(check-sat)
(simplify "é→𝄞")
