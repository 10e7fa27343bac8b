; The switch is an option of scripts too.
; expect: 4
; expect: 1
; expect: 4
(simplify (str.len "\x41"))
(set-option :legacy-escapes true)
(simplify (str.len "\x41"))
(set-option :legacy-escapes false)
(simplify (str.len "\x41"))
