# A solver that leaves children behind, one of them in a session of its own, and sometimes hangs.
sleep "${FAKE_SLEEP:-86398}" &
setsid sleep "${FAKE_SLEEP:-86398}" &
setsid sh -c 'sleep "${FAKE_SLEEP:-86398}" & sleep "${FAKE_SLEEP:-86398}"' &
echo unknown
case $(($(od -An -N1 -tu1 /dev/urandom) % 8)) in
0) wait ;;
esac
