; Refutations by splits of word equations have proofs: of two strings by their lengths, and of one against a word.
; args: --arm=context --rlimit-per=400000
; expect: unsat
; expect: (:certificate checked)
(set-logic QF_S)
(declare-const a String)
(declare-const b String)
(declare-const s String)
(declare-const t String)
(assert (= (str.++ a "A" s) (str.++ b "A" t)))
(assert (not (str.contains a "A")))
(assert (not (str.contains b "A")))
(assert (not (= a b)))
(check-sat)
(get-info :certificate)
