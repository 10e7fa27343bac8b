; What is hard to decide without one member of a core does not keep the others in it: steps are shared.
; args: --rlimit-per=60000 --produce-unsat-cores --minimize-unsat-cores
; expect: unsat
; expect: (n1)
(declare-const url String)
(declare-const rest String)
(declare-const i Int)
(assert (< i (str.indexof (str.substr (str.substr url (+ (str.indexof url ";" 0) 1) (str.len url)) 0 (str.indexof (str.substr url (+ (str.indexof url ";" 0) 1) (str.len url)) "=" 0)) "://" i)))
(assert (! (not (< i (str.indexof (str.substr (str.substr url (+ (str.indexof url ";" 0) 1) (str.len url)) 0 (str.indexof (str.substr url (+ (str.indexof url ";" 0) 1) (str.len url)) "=" 0)) "://" i))) :named n1))
(assert (! (= (str.to_int (str.substr rest 0 (str.indexof rest ";" 0))) i) :named n2))
(assert (= rest (str.replace url " " "=")))
(check-sat)
(get-unsat-core)
