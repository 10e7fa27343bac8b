; Matches of a language with a symbol in it, all replaced.
; args: --arm=flat --rlimit-per=1000000
; expect: sat
(set-logic ALL)
(declare-const x String)
(declare-const y String)
(declare-const z String)
(assert (= (str.replace_re_all x (re.++ (str.to_re y) re.allchar) z) "abcb"))
(assert (= (str.len y) 1))
(assert (= z "b"))
(check-sat)
