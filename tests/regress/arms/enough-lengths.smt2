; Words that no length has: searching lengths one by one ends where longer ones bring nothing new.
; args: --arm=lengths --rlimit-per=500000
; unproved: a length that is enough is no lemma, so proofs do without
; expect: unsat
; expect: unsat
; expect: unsat
; expect: unsat
; expect: sat
; expect: unsat
; expect: unsat
; expect: (joined apart)
(set-option :produce-unsat-cores true)
(declare-const x String)
(declare-const y String)
(declare-const z String)
(declare-const p Bool)
; Wherever y ends, what follows is not both.
(push)
(assert (str.in_re (str.++ y x) (re.* (str.to_re "ab"))))
(assert (str.in_re (str.++ y x) (re.+ (str.to_re "ba"))))
(check-sat)
(pop)
; In any Boolean structure, with conditions on the ends and on parts.
(push)
(assert (= p (str.contains x "aa")))
(assert (ite p (str.in_re x (re.* (str.to_re "ab"))) (str.in_re (str.++ x x) (re.++ re.all (str.to_re "aa") re.all))))
(assert (or (str.suffixof "b" x) (str.< "b" x)))
(assert (not (= (str.at x 0) (str.at "ca" 0) )))
(assert (str.in_re x (re.+ (re.range "a" "b"))))
(check-sat)
(pop)
; A variable twice in one question.
(push)
(assert (str.in_re (str.++ x "c" x) (re.++ (re.+ (str.to_re "a")) (str.to_re "c") (re.+ (str.to_re "b")))))
(check-sat)
(pop)
; Lengths compared with constants, and remainders.
(push)
(assert (str.in_re (str.++ x y) (re.* (re.union (str.to_re "abc") (str.to_re "cba")))))
(assert (= (mod (str.len y) 3) 1))
(assert (<= (str.len y) 4))
(assert (str.in_re x (re.+ (str.to_re "abc"))))
(check-sat)
(pop)
; A word that is longer than the first bounds.
(push)
(assert (str.in_re (str.++ y x) (re.* (str.to_re "abcdefghijk"))))
(assert (str.contains x "kabcdefghijka"))
(check-sat)
(pop)
; Equal variables are cut together, different ones stay different.
(push)
(assert (! (= x y) :named joined))
(assert (! (distinct y z) :named idle))
(assert (! (and (str.in_re (str.++ z x) (re.* (str.to_re "ab"))) (str.in_re (str.++ z y) (re.+ (str.to_re "ba")))) :named apart))
(check-sat)
(pop)
(push)
(assert (! (or (= x y) (= x z)) :named joined))
(assert (! (distinct y z) :named idle))
(assert (! (and (str.in_re x (re.+ (str.to_re "ab"))) (str.in_re y (re.+ (str.to_re "ba"))) (str.contains z "bb")) :named apart))
(check-sat)
(get-unsat-core)
(pop)
