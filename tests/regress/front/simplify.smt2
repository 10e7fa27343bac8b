; `simplify`, as other solvers have it, prints the value of a ground term, and the normal form of another.
; expect: "bununa"
; expect: (- 2)
; expect: true
; expect: (* 2 x)
(simplify (str.replace_all "banana" "an" "un"))
(simplify (- 3 5))
(simplify (str.in_re "ab" (re.+ re.allchar)))
(declare-const x Int)
(simplify (+ x x))
