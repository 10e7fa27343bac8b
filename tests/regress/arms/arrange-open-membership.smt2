; A language with symbols in it: what its structure says is no substitute for the membership when words are looked for.
; args: --arm=arrange --rlimit-per=20000
; expect: sat
(set-logic QF_SLIA)
(declare-const x String)
(declare-const y String)
(assert (str.in_re x (re.++ (re.* re.allchar) (re.++ (str.to_re "'") (re.++ (str.to_re y) (re.++ (str.to_re "=") (str.to_re y)))))))
(assert (not (= x "b_id")))
(assert (not (= y "")))
(check-sat)
