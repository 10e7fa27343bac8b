; What is cut off before the first separator has none.
; expect: unsat
(declare-const s String)
(declare-const field String)
(declare-const rest String)
(declare-const name String)
(assert (= field (str.substr s 0 (str.indexof s "," 0))))
(assert (= rest (str.substr s (+ 1 (str.indexof s "," 0)) (str.len s))))
(assert (= name (str.substr rest 0 (str.indexof rest ";" 0))))
(assert (or (str.contains field ",") (str.contains name "a;")))
(check-sat)
