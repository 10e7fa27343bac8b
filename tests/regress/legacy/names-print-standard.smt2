; Terms in old names print in the names of the standard.
; expect: ((str.in_re x (re.++ (str.to_re "a") re.none))
; expect:  (= (str.to_int x) (str.indexof x "a" 0)))
(declare-const x String)
(assert (str.in.re x (re.++ (str.to.re "a") re.nostr)))
(assert (= (str.to.int x) (str.indexof x "a")))
(get-assertions)
