# A solver that breaks down at random: by a signal, by an exit code, or not at all.
case $(($(od -An -N1 -tu1 /dev/urandom) % 4)) in
0) kill -SEGV $$ ;;
1) kill -ABRT $$ ;;
2) echo "internal failure" >&2; exit 134 ;;
*) echo unknown ;;
esac
