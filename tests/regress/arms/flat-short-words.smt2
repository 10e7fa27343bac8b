; Positions of a word that depend on each other, and six characters are enough: words that are short need no remainders.
; args: --arm=flat --rlimit-per=500000
; expect: sat
(set-logic QF_SLIA)
(declare-const line String)
(define-fun tail ((s String) (sep String)) String
  (str.substr s (+ (str.indexof s sep 0) 1) (- (str.len s) (+ (str.indexof s sep 0) 1))))
(declare-const once String)
(declare-const twice String)
(assert (= once (tail line ";")))
(assert (= twice (tail once ";")))
(assert (str.contains line ";"))
(assert (str.contains once ";"))
(assert (str.contains twice "="))
(assert (not (str.contains once "x")))
(assert (not (= (str.replace twice "=" "x") (str.replace once ";" "x"))))
(assert (= (str.at once 1) (str.at line 2)))
(assert (> (str.indexof line "=" 3) 4))
(check-sat)
