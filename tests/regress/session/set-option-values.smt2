; A wrong value is refused and the old one stays.
; expect: (error "line 9 column 1: option `random-seed` takes a number from 0 to 18446744073709551615, but got `many`")
; expect: 42
; expect: (error "line 11 column 1: option `produce-models` takes `true` or `false`, but got `1`")
; expect: true
; expect: 2500
; exit: 1
(set-option :random-seed 42)
(set-option :random-seed many)
(get-option :random-seed)
(set-option :produce-models 1)
(get-option :produce-models)
(set-option :interactive-mode true)
(set-option :timeout 2500)
(get-option :tlimit-per)
