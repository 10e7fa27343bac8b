; A word of more characters than memory has is not written out.
; args: --arm=automata
; expect: unknown
(declare-const x String)
(assert (str.in_re x ((_ re.^ 4294967297) (str.to_re "a"))))
(assert (= (str.len x) 4294967297))
(check-sat)
