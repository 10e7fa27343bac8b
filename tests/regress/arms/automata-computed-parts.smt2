; The place of a first match is the length of a part of a string that is computed: the string is cut as arithmetic chose that length.
; args: --arm=automata
; expect: sat
; expect: sat
(set-logic ALL)
(declare-const x String)
(declare-const y String)
(declare-const z String)
(push 1)
(assert (= x (str.replace_all y "a" "b")))
(assert (= (str.indexof (str.++ "aba" x) "01" 0) (+ (str.len z) (str.len y))))
(check-sat)
(pop 1)
(assert (= x (str.to_lower y)))
(assert (= (str.indexof (str.++ "aba" x) "01" 0) (+ (str.len z) (str.len y))))
(check-sat)
