; A validator of dates, yyyy-mm-dd, by a regular expression. What does it accept that is no date?
(set-logic QF_SLIA)
(declare-const date String)
(define-fun digit () RegLan (re.range "0" "9"))
(define-fun month () RegLan
  (re.union (re.++ (str.to_re "0") (re.range "1" "9")) (re.++ (str.to_re "1") (re.range "0" "2"))))
(define-fun day () RegLan
  (re.union (re.++ (str.to_re "0") (re.range "1" "9"))
            (re.++ (re.range "1" "2") digit)
            (re.++ (str.to_re "3") (re.range "0" "1"))))
(assert (str.in_re date (re.++ ((_ re.^ 4) digit) (str.to_re "-") month (str.to_re "-") day)))
; There is no month 13,
(push)
(assert (> (str.to_int (str.substr date 5 2)) 12))
(check-sat)
(pop)
; but February has 30 days.
(assert (= (str.substr date 5 2) "02"))
(assert (>= (str.to_int (str.substr date 8 2)) 30))
(check-sat)
(get-value (date))
