; Text between commands is an error; what follows is read.
; expect: (error "line 10 column 1: expected a command in parentheses, found `check-sat`")
; expect: sat
; expect: (error "line 12 column 1: expected a command in parentheses, found `""text""`")
; expect: (error "line 12 column 8: expected a command in parentheses, found `|symbol|`")
; expect: (error "line 12 column 17: expected a command in parentheses, found `17`")
; expect: (error "line 12 column 20: expected a command in parentheses, found `:keyword`")
; expect: sat
; exit: 1
check-sat
(check-sat)
"text" |symbol| 17 :keyword
(check-sat)
