; `echo` prints its argument as a string literal.
; expect: "plain"
; expect: "with ""quotes"" inside"
; expect: ""
; expect: "\n stays as it is"
(echo "plain")
(echo "with ""quotes"" inside")
(echo "")
(echo "\n stays as it is")
