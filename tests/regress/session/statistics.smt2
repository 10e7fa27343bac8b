; Statistics are one expression, here printed before leaving.
; args: --stats
; expect: sat
; expect: (:all-statistics (:queries 1 :steps 0 :terms 0 :errors 0))
; expect: (:all-statistics (:queries 1 :steps 0 :terms 0 :errors 0))
(check-sat)
(get-info :all-statistics)
