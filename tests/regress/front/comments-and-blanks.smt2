; Comments may stand anywhere, also inside a command, and hold anything.
; expect: sat
; expect: sat
(assert ; a comment with ( and " and |
   (= 1 ; another
      1 ))(check-sat   );(check-sat)
(	check-sat
)
