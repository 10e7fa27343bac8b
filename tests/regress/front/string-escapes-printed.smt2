; What is not printable ASCII prints as an escape, and so do backslashes that could begin one.
; expect: "a""b\u{7f}\u{0}\u{10}\u{2ffff}"
; expect: "\u{5c}u{41}"
; expect: "\u{5c}u0041"
; expect: "\x41\n\u{5c}u{30000}"
; expect: "\"
(simplify (str.++ "a""b" "\u{7f}" "\u{0}" "\u{10}" "\u{2ffff}"))
(simplify (str.++ "\" "u{41}"))
(simplify (str.++ "\" "u" "0041"))
(simplify "\x41\n\u{30000}")
(simplify (str.from_code 92))
