; With the switch the old escapes are read, and print in today's.
; args: --legacy-escapes
; expect: sat
; expect: "A\u{0}\u{a}"
(assert (= "\x41" "A"))
(assert (= (str.len "\n\t\r") 3))
(assert (= "\\" (str.from_code 92)))
(assert (= (str.to_code "\n") 10))
(check-sat)
(simplify "\x41\x00\n")
