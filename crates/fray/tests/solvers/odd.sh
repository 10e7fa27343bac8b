# A solver that is odd in the way its first argument says; the second is the test.
case $1 in
segv) echo unsat; echo '(a0 a1)'; kill -SEGV $$ ;;
exit3) echo unsat; echo '(a0 a1)'; exit 3 ;;
strangers) echo unsat; echo '(b0 b1)' ;;
memory) echo 'MemoryError' >&2; exit 1 ;;
warns) echo 'WARNING: experimental'; echo sat ;;
quiet) ;;
unknown) echo unknown ;;
# Finds a model that nobody thought of.
finds) case $2 in *probe*) echo unknown ;; *) echo sat; echo '((x "qz"))' ;; esac ;;
# Is wrong about all but the smallest, always or only with a certain option.
hasty | swept)
    for last in "$@"; do :; done
    if grep -q '(= (str.len "a") 1)' "$last"; then echo sat
    else
        case $* in hasty* | *--hasty*) echo unsat ;; *) echo unknown ;; esac
    fi ;;
# Knows nothing about digits, and gives every constant the same value.
digits)
    queries=$(grep -c '(check-sat' "$2")
    if [ "$queries" = 1 ] && grep -q 'str.is_digit' "$2"; then
        echo sat
        awk 'BEGIN { printf "(" }
            /^\(declare-fun/ { s = $4 ~ /String/ ? "\"?\"" : ($4 ~ /Int/ ? "0" : "false")
                printf "(%s %s)", $2, s }
            END { print ")" }' "$2"
    else yes unknown | head -n "$queries"
    fi ;;
# Does not forget: after a test with "one" it is wrong about one with "two".
remembers)
    awk '/"one"/ { mine = 1 }
        /"two"/ { wrong = before }
        /"b"\) "a"\)/ { wrong = 1 }
        /\(check-sat/ { print wrong ? "unsat" : "sat" }
        /\(get-value/ { print "((x \"a\"))" }
        /\(echo/ { sub(/\(echo "/, ""); sub(/"\)/, ""); print }
        /\(reset\)/ { before = before || mine; mine = wrong = 0 }' "$2" ;;
# Is consistently wrong about one operator: no to what holds, yes to its negation.
mistakes)
    for last in "$@"; do :; done
    if grep -q "(assert (not .*($2 " "$last"; then echo sat
    elif grep -qF "($2 " "$last"; then echo unsat
    else echo unknown
    fi ;;
# Shows what it was given.
shows) cat "$2" >> "$FAKE_SEEN"; echo unknown ;;
# Counts the tests it was given, apart from questions about its dialect, and takes its time.
counts) case $2 in *probe*) ;; *) echo x >> "$FAKE_SEEN"; sleep 0.05 ;; esac; echo unknown ;;
# Takes our folder for temporary files away.
breaks) case $2 in *probe*) ;; *) rm -rf "$(dirname "$2")" ;; esac; echo unknown ;;
# Sleeps in a process of its own, in one that has left the group, and in one that does not know where it comes from.
sleeps)
    case $2 in *probe*) ;; *)
        setsid sleep "$FAKE_SLEEP" &
        env -i /bin/sleep "$FAKE_SLEEP" &
        sleep "$FAKE_SLEEP" ;;
    esac; echo unknown ;;
# Is slow where a replacement is inside another term.
slow) case $(cat "$2") in *" (str.replace "*) sleep 0.4 ;; esac; echo unknown ;;
# The same as old, but it takes its time with the first question about its dialect.
tardy) case $(cat "$2") in *'(assert (= "\u{61}"'*) sleep 3 ;; esac; exec /bin/sh "$0" old "$2" ;;
# From before SMT-LIB 2.6: old names, \x07, bytes; everything else it does not know.
old)
    if grep -q 'str\.to_int\|str\.from_int\|str\.in_re\|str\.to_re\|str\.<\|code\|is_digit' "$2"; then
        echo '(error "unknown function")'
    elif grep -q 'assert (= "\\u{61}"' "$2"; then echo unsat
    elif grep -q 'assert (not (= "\\u{61}"' "$2"; then echo sat
    elif grep -q 'assert (= "\\x61"' "$2"; then echo sat
    elif grep -q '\\u' "$2"; then echo unsat
    else echo unknown
    fi ;;
esac
