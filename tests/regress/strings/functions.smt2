; Functions over strings: what congruence needs equal or different, the words must make so.
; args: --rlimit-per=300000
; expect: sat
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
(set-logic ALL)
(declare-fun p (String) Bool)
(declare-fun f (String) Int)
(declare-fun g (String) String)
(declare-fun h (Int) String)
(declare-fun r (String String) Bool)
(declare-fun m (Int String Bool) Int)
(declare-const x String)
(declare-const y String)
(declare-const z String)
(declare-const i Int)
(declare-const j Int)
(declare-const c Bool)
; Two arguments the other way round.
(push)
(assert (r x y))
(assert (not (r y x)))
(assert (= (str.len x) (str.len y)))
(check-sat)
(pop)
; Equal by their lengths and as prefixes.
(push)
(assert (p x))
(assert (not (p y)))
(assert (= (str.len x) (str.len y)))
(assert (str.prefixof x y))
(check-sat)
(pop)
(push)
(assert (= (f x) 1))
(assert (= (f y) 2))
(assert (str.prefixof x y))
(assert (str.prefixof y x))
(check-sat)
(pop)
; Seven results need seven arguments, of two characters each.
(push)
(declare-const a0 String)
(declare-const a1 String)
(declare-const a2 String)
(declare-const a3 String)
(declare-const a4 String)
(declare-const a5 String)
(assert (distinct (f a0) (f a1) (f a2) (f a3) (f a4) (f a5) (f (g a0))))
(assert (= 2 (str.len a0) (str.len a1) (str.len a2) (str.len a3) (str.len a4) (str.len a5)))
(check-sat)
; The language has only four of them.
(define-fun two ((s String)) Bool (str.in_re s ((_ re.^ 2) (re.range "a" "b"))))
(assert (and (two a0) (two a1) (two a2) (two a3) (two a4)))
(check-sat)
(pop)
; Results that are strings, applied again.
(push)
(assert (not (= (g (g x)) (g (g y)))))
(assert (= (str.len (g x)) (str.len (g y)) 1))
(assert (str.prefixof "a" (str.++ (g x) x)))
(check-sat)
(assert (= (str.++ "b" (g x)) (str.++ (g y) "b")))
(check-sat)
(pop)
; Arguments that only arithmetic makes equal.
(push)
(assert (not (= (g (str.at x i)) (g (str.at x j)))))
(assert (<= i j))
(check-sat)
(assert (<= (* 2 j) (+ i i 1)))
(check-sat)
(pop)
; Integers from strings, a choice between strings, and a truth value as arguments.
(push)
(assert (not (= (h (str.len x)) (h (str.len y)))))
(assert (< (m i (ite c x y) c) (m i (ite c y z) c)))
(assert (= (str.++ x y) (str.++ y x)))
(check-sat)
(assert (and (= y "ab") (= (str.len x) 2)))
(check-sat)
(pop)
(push)
(assert (and (p x) (=> (p (str.++ x "a")) (p (str.++ x "ab")))))
(assert (not (p (str.++ y "ab"))))
(assert (p (str.replace (str.++ y "ac") "c" "")))
(assert (= (str.to_code (str.at y 0)) (str.to_code x)))
(assert (and (= (str.len y) 1) (not (= y "c"))))
(check-sat)
(pop)
