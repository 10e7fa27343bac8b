; Quantified strings whose meaning is a formula of the theory, and bounded integer quantifiers.
; expect: unsat
; expect: sat
; expect: unsat
; expect: unsat
; expect: unsat
; expect: sat
; expect: unsat
; expect: sat
; expect: unsat
; expect: sat
; expect: unsat
; expect: sat
; expect: unsat
; expect: unsat
; expect: sat
; expect: unsat
; expect: unsat
; expect: unsat
; expect: sat
(declare-const s String)
(declare-const t String)
(declare-const n Int)
(push) ; a part of s that is t, although s contains t nowhere
(assert (forall ((a String) (b String) (c String)) (! (=> (= s (str.++ a b c)) (not (= b t))) :pattern ((str.++ a b c)))))
(assert (str.contains s t))
(check-sat)
(pop)
(push)
(assert (forall ((a String) (b String) (c String)) (=> (= s (str.++ a b c)) (not (= b t)))))
(assert (= (str.len s) 3))
(check-sat)
(pop)
(push)
(assert (forall ((a String) (b String)) (=> (= s (str.++ a b)) (not (= a t)))))
(assert (str.prefixof t s))
(check-sat)
(pop)
(push)
(assert (forall ((a String) (b String)) (=> (= s (str.++ a b)) (not (= b t)))))
(assert (str.suffixof t s))
(check-sat)
(pop)
(push) ; there is a beginning, an end, and two words in between
(assert (exists ((a String) (b String) (c String)) (= s (str.++ a "x" b "y" c))))
(assert (str.in_re s (re.++ (re.* (str.to_re "y")) (re.* (str.to_re "x")))))
(check-sat)
(pop)
(push)
(assert (exists ((a String) (b String)) (and (= s (str.++ a "-" b)) (= (str.len a) (str.len b)) (str.prefixof "ab" a))))
(check-sat)
(pop)
(push) ; all characters are digits
(assert (not (= s "")))
(assert (forall ((j Int)) (! (=> (and (>= j 0) (< j (str.len s))) (or (= (str.at s j) "0") (= (str.at s j) "1"))) :pattern ((str.at s j)))))
(assert (str.contains s "2"))
(check-sat)
(pop)
(push)
(assert (forall ((j Int)) (=> (and (>= j 0) (< j (str.len s))) (or (= (str.at s j) "0") (= (str.at s j) "1")))))
(assert (= (str.len s) 5))
(check-sat)
(pop)
(push) ; multiples
(assert (exists ((v Int)) (= (* v 2) (+ (str.len s) 3))))
(assert (= s (str.++ t t)))
(check-sat)
(pop)
(push)
(assert (not (exists ((v Int)) (= (* v 2) (+ (str.len s) 3)))))
(assert (= s (str.++ t t)))
(check-sat)
(pop)
(push) ; bounded integers, by instances that fail
(assert (= (str.len s) 6))
(assert (forall ((i Int)) (=> (and (<= 0 i) (< i 5)) (str.< (str.at s i) (str.at s (+ i 1))))))
(assert (str.in_re s (re.* (re.range "a" "e"))))
(check-sat)
(pop)
(push)
(assert (= (str.len s) 5))
(assert (forall ((i Int)) (=> (and (<= 0 i) (< i 4)) (str.< (str.at s i) (str.at s (+ i 1))))))
(assert (str.in_re s (re.* (re.range "a" "e"))))
(check-sat)
(pop)
(push) ; instances with the terms at hand
(assert (forall ((x String)) (not (= (str.replace x "a" "b") (str.++ x "c")))))
(assert (= (str.replace s "a" "b") (str.++ s "c")))
(check-sat)
(pop)
(push)
(assert (forall ((x String)) (=> (str.prefixof "k" x) (= (str.len x) n))))
(assert (str.prefixof "k" s))
(assert (str.prefixof "k" t))
(assert (< (str.len s) (str.len t)))
(check-sat)
(pop)
(push) ; a quantifier that a disjunction leaves open
(assert (or (= n 3) (forall ((x String)) (= (str.len x) n))))
(check-sat)
(pop)
(push) ; the same, with the truth value written out
(assert (str.contains s t))
(assert (forall ((a String) (b String) (c String)) (=> (= (str.++ (str.++ a b) c) s) (= (= b t) false))))
(check-sat)
(pop)
(push) ; the first occurrence, as a quantifier says it
(declare-const u String)
(assert (= u (str.++ s t "c")))
(assert (not (= t "")))
(assert (forall ((i Int)) (=> (and (<= 0 i) (< i (str.len t))) (not (str.contains (str.++ s (str.substr t 0 i)) t)))))
(assert (not (= (str.indexof u t 0) (str.len s))))
(check-sat)
(pop)
(push) ; with values that other assertions fix
(declare-const zero String)
(declare-const truth Bool)
(assert (= zero (str.from_int n)))
(assert (and (<= n 0) (>= n 0)))
(assert (= truth (= n 0)))
(assert (forall ((j Int)) (=> (and (<= 0 j) (< j (str.len s))) (= (= (str.at s j) zero) truth))))
(assert (str.contains s "1"))
(check-sat)
(pop)
(push)
(declare-const zero String)
(assert (= zero (str.from_int n)))
(assert (= n 0))
(assert (forall ((j Int)) (=> (and (<= 0 j) (< j (str.len s))) (= (str.at s j) zero))))
(assert (= (str.len s) 4))
(check-sat)
(pop)
