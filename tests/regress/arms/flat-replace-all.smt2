; One letter replaced in a long word that commutes: an image, letter by letter.
; args: --arm=flat --rlimit-per=1000000
; expect: sat
(set-logic ALL)
(declare-const x String)
(declare-const y String)
(declare-const z String)
(assert (= (str.replace_all x "a" "b") (str.++ y "b" y)))
(assert (> (str.len x) 4))
(assert (= (str.++ x y) (str.++ y x)))
(check-sat)
