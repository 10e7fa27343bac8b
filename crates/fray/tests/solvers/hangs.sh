# A solver that never answers and does not want to be ended.
trap '' TERM INT HUP
while :; do sleep "${FAKE_SLEEP:-86399}"; done
