; Numbers and numerals: the digits that words have lead the numbers, and what rules out a digit
; rules out all numbers that have it.
; args: --rlimit-per=300000
; expect: sat
; expect: sat
; expect: sat
; expect: unsat
; expect: sat
; expect: unsat
; expect: sat
; expect: unsat
; expect: sat
; expect: sat
; expect: unsat
; expect: sat
; expect: sat
; expect: unsat
(set-logic ALL)
(declare-const s String)
(declare-const t String)
(declare-const n Int)
(declare-const k Int)
; Zeros in front.
(push)
(assert (= (str.to_int s) 99))
(assert (not (= (str.from_int (str.to_int s)) s)))
(check-sat)
(pop)
(push)
(assert (not (str.prefixof (str.from_int (str.to_int s)) s)))
(check-sat)
(pop)
(push)
(assert (>= (str.to_int s) 0))
(assert (not (= (str.from_int (str.to_int s)) s)))
(check-sat)
(assert (not (str.prefixof "0" s)))
(check-sat)
(pop)
; More digits than a machine word has.
(push)
(assert (= (str.++ s t) "1844674407370955161618"))
(assert (= (str.len t) 2))
(assert (not (= (str.to_int s) n)))
(assert (<= n 9223372036854775809))
(check-sat)
(assert (< (str.to_int s) (+ n 9223372036854775807)))
(check-sat)
(pop)
(push)
(assert (= n (str.to_int (str.++ "12345678901234567890123" s))))
(assert (> n 0))
(assert (= (str.at (str.from_int n) 24) "7"))
(check-sat)
(assert (= (str.len s) 1))
(check-sat)
(pop)
; Numerals of numbers that are tied by arithmetic.
(push)
(assert (= (str.len (str.from_int n)) 12))
(assert (= (str.from_int k) (str.++ "9" (str.from_int n))))
(check-sat)
(pop)
(push)
(assert (= (+ (str.to_int s) (str.to_int t)) 137))
(assert (str.prefixof "8" s))
(assert (str.suffixof "5" t))
(check-sat)
(pop)
(push)
(assert (= (str.from_int n) (str.from_int k)))
(assert (and (>= n 0) (< n k)))
(check-sat)
(pop)
; Lengths of numerals.
(push)
(assert (not (str.prefixof s (str.from_int (str.len (str.from_int n))))))
(assert (not (str.suffixof s "0")))
(assert (or (= (str.from_int n) "0") (not (str.suffixof s (str.from_int n)))))
(check-sat)
(pop)
; The code of a character that is a digit.
(push)
(assert (str.prefixof s (str.from_int n)))
(assert (< k (str.to_code s)))
(assert (> (* 2 k) 95))
(check-sat)
(pop)
; No numeral but that of 0 begins with 0.
(push)
(assert (str.prefixof (str.++ "0" s) (str.from_int n)))
(assert (not (= s "")))
(check-sat)
(pop)
