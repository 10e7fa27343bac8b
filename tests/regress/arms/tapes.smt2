; What a replacement reads and writes belongs together: the lengths follow from its runs on the language.
; args: --arm=automata --rlimit-per=1000000
; expect: unsat
(set-logic QF_SLIA)
(declare-const x String)
(assert (str.in_re x (re.* (str.to_re "ab"))))
(assert (not (= (str.len (str.replace_all x "a" "bb")) (+ (str.len x) (div (str.len x) 2)))))
(check-sat)
