; What steers procedures of other solvers is taken without a word, as they take it; a language other than this one
; is refused, and so is what nobody knows.
; args: --print-success
; expect: success
; expect: success
; expect: success
; expect: success
; expect: (error "line 13 column 1: there is no language `tptp` but SMT-LIB (smt2)")
; expect: unsupported
; exit: 1
(set-option :smt.mbqi false)
(set-option :strings-fmf true) (set-option :type_check true) (set-option :output-language smt2)
(set-option :output-language tptp)
(set-option :smt-mbqi false)
