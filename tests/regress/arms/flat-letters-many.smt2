; A word of more different characters than a problem with one string has letters at first.
; args: --arm=flat --rlimit-per=1500000
; expect: sat
(set-logic QF_SLIA)
(declare-const x String)
(assert (= (str.len x) 10))
(assert (distinct
  (str.at x 0) (str.at x 1) (str.at x 2) (str.at x 3) (str.at x 4)
  (str.at x 5) (str.at x 6) (str.at x 7) (str.at x 8) (str.at x 9)))
(check-sat)
