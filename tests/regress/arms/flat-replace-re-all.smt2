; Matches of a language with a symbol in it, all replaced.
; args: --arm=flat --rlimit-per=1000000
; expect: sat
(set-logic ALL)
(declare-const x String)
(declare-const y String)
(declare-const z String)
(assert (= (str.replace_re_all x (re.++ (str.to_re y) (str.to_re "c")) z) "abb"))
(assert (= (str.len y) 1))
(assert (= (str.len x) 4))
(check-sat)
