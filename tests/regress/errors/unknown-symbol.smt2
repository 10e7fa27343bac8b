; Unknown symbols suggest near names, of the theory and of the script.
; expect: (error "line 9 column 10: unknown symbol `str.contians`; did you mean `str.contains`?")
; expect: (error "line 10 column 12: unknown symbol `pasword`; did you mean `password`?")
; expect: (error "line 11 column 12: unknown symbol `zzz`")
; expect: (error "line 12 column 2: unknown command `reset-assertion`; did you mean `reset-assertions`?")
; expect: (error "line 13 column 18: unknown sort `Sting`; did you mean `String`?")
; exit: 1
(declare-const password String)
(assert (str.contians password "a"))
(assert (= pasword "a"))
(assert (= zzz 1))
(reset-assertion)
(declare-const y Sting)
