; Where normal forms part at both ends, the split is made where it leads on: at the front p only becomes longer, for ever; at the back it ends with
; "A" or is empty.
; args: --arm=context --rlimit-per=100000
; expect: unsat
; expect: (:certificate checked)
; expect: unsat
(set-logic QF_S)
(declare-const p String)
(declare-const q String)
(declare-const r String)
(push 1)
(assert (= (str.++ p "A") (str.++ q p)))
(assert (not (str.contains p "A")))
(assert (not (= p "")))
(check-sat)
(get-info :certificate)
(pop 1)
(assert (= (str.++ p "ab" r) (str.++ q p r)))
(assert (not (str.contains p "b")))
(assert (not (= p "")))
(check-sat)
