; Each variable is the next one twice: the shortest solution has 2,047 letters in a power, and as many Nielsen steps.
; args: --rlimit-per=100000
; expect: sat
(set-logic QF_S)
(declare-const A String)
(declare-const B String)
(declare-const C String)
(declare-const D String)
(declare-const E String)
(declare-const F String)
(declare-const G String)
(declare-const H String)
(declare-const I String)
(declare-const J String)
(assert (= (str.++ A "a" A "b" B "b" C "b" D "b" E "b" F "b" G "b" H "b" I "b" J)
  (str.++ "a" A B B "b" C C "b" D D "b" E E "b" F F "b" G G "b" H H "b" I I "b" J J "baa")))
(check-sat)
