; A query is made of escaped input. Can the input leave its quotes?
(set-logic QF_SLIA)
(declare-const input String)
(define-fun doubled () String (str.replace_all input "'" "''"))
(define-fun once () String (str.replace input "'" "''"))
; What stands between quotes is well formed if each quote in it is doubled.
(define-fun inside () RegLan
  (re.* (re.union (re.diff re.allchar (str.to_re "'")) (str.to_re "''"))))
; Doubling all quotes is safe.
(push)
(assert (not (str.in_re doubled inside)))
(check-sat)
(pop)
; Doubling the first one is not.
(assert (not (str.in_re once inside)))
(check-sat)
(get-value (input once))
