; `--strict` ends the script with the first command that fails.
; args: --strict
; expect: sat
; expect: unsupported
; exit: 1
(check-sat)
(declare-datatypes ((T 0)) (((a))))
(check-sat)
