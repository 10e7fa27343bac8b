; The first match of a language, far from the beginning of a long word.
; args: --arm=flat --rlimit-per=1000000
; expect: sat
(set-logic ALL)
(declare-const x String)
(declare-const y String)
(declare-const z String)
(assert (= (str.indexof_re x (re.+ (str.to_re "ab")) 0) 5))
(assert (> (str.len x) 40))
(check-sat)
