# A solver that prints anything but an answer: invalid UTF-8, open quotes and parentheses, a lot.
case $(($(od -An -N1 -tu1 /dev/urandom) % 4)) in
0) printf '\377\376(((( "sat\n|unsat\n' ;;
1) printf 'satisfiable\nsat\n' ;;
2) head -c 300000 /dev/zero | tr '\0' '(' ;;
*) printf '(((x "' ;;
esac
