; Attributes that mean nothing here are read over.
; expect: sat
(set-info :smt-lib-version 2.6)
(set-info :source |any text, "quotes" and
 lines|)
(set-info :license "https://example.org")
(set-info :status sat)
(set-info :category "crafted")
(set-info :weights (1 2 (3 a "b")))
(assert (! (= 1 1) :weight 0 :qid |q|))
(check-sat)
