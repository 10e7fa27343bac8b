; Codes that are tied to words by comparisons and by functions of characters: no code is tried after
; the other.
; args: --rlimit-per=100000
; expect: sat
; expect: unsat
; expect: sat
; expect: unsat
; expect: sat
(set-logic ALL)
(declare-const c String)
(declare-const d String)
(declare-const e String)
(declare-const k Int)
; Three of the last four characters, in order.
(push)
(assert (= (str.len c) (str.len d) (str.len e) 1))
(assert (and (str.<= c d) (str.<= d e) (distinct c d e)))
(assert (< 196603 (str.to_code c)))
(check-sat)
(assert (< (str.to_code e) 196606))
(check-sat)
(pop)
; An upper-case letter from a code.
(push)
(assert (not (= (str.to_upper (str.from_code k)) (str.from_code k))))
(assert (str.< c (str.from_code k)))
(assert (= (str.to_code c) (- k 3)))
(check-sat)
(assert (str.prefixof "a" (str.to_upper (str.from_code k))))
(check-sat)
(pop)
; Below some limits, different, and outside a language.
(push)
(assert (and (distinct c d e) (< (str.to_code c) 196607) (<= 196601 (str.to_code d))))
(assert (or (str.< c d) (< (str.to_code e) 196606)))
(assert (not (str.in_re d (re.+ (re.range "a" "z")))))
(assert (and (str.<= d c) (<= 196601 (str.to_code e) (str.to_code c))))
(assert (str.< e c))
(check-sat)
(pop)
