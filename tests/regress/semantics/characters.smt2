; Code points from 0 to 0x2FFFF, surrogates included.
; expect: sat
(assert (= (str.len "\u{0}\u{d800}\u{dfff}\u{2ffff}") 4))
(assert (= (str.from_code 55296) "\u{d800}"))
(assert (= (str.to_code "\u{2FFFF}") 196607))
(assert (str.< "\u{ffff}" "\u{10000}"))
(check-sat)
