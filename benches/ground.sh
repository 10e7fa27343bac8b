#!/usr/bin/env bash
# What the front end costs, side by side in one run: start-up on a trivial script, and reading a
# folder of benchmarks with `(check-sat)` removed.
#
# usage: benches/ground.sh SINEW Z3 [CVC5] [FOLDER]
#
# Needs hyperfine. FOLDER holds .smt2 files; without it only start-up is measured.
set -euo pipefail
sinew=$(realpath "${1:?path to sinew}")
z3=$(realpath "${2:?path to z3}")
cvc5=${3:-}
folder=${4:-}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

printf '(set-logic QF_S)\n(declare-const x String)\n(assert (= "a" "a"))\n(check-sat)\n(exit)\n' > "$work/trivial.smt2"
echo "== start-up: a trivial script from process start to exit"
commands=("$sinew $work/trivial.smt2" "$z3 $work/trivial.smt2")
[ -n "$cvc5" ] && commands+=("$cvc5 $work/trivial.smt2")
hyperfine -N --warmup 10 --runs 200 --export-csv "$work/startup.csv" "${commands[@]}" > /dev/null 2>&1
awk -F, 'NR > 1 { printf "%-60s median %.2f ms, min %.2f ms\n", $1, $4 * 1000, $7 * 1000 }' "$work/startup.csv"

[ -n "$folder" ] || exit 0
mkdir "$work/read"
count=0
while IFS= read -r file; do
  count=$((count + 1))
  # Everything that asks for work goes; what is left is only read.
  sed -E 's/\((check-sat|get-model|get-unsat-core)\)//g; s/\(get-value \([^()]*\)\)//g' "$file" \
    > "$work/read/$(printf %05d "$count").smt2"
done < <(find "$folder" -name '*.smt2' | sort)
largest=$(ls -S "$work/read" | sed -n 1p)

each() { for file in "$work"/read/*.smt2; do "$@" "$file" > /dev/null || true; done; }
clock() {
  local start end
  start=$(date +%s%N); "${@:2}"; end=$(date +%s%N)
  awk -v name="$1" -v ns=$((end - start)) 'BEGIN { printf "%-28s %.3f s\n", name, ns / 1e9 }'
}
echo "== reading $count files, one process each"
clock "sinew, all files" each "$sinew"
clock "z3, all files" each "$z3" -smt2
echo "== reading $count files, one process for all"
for file in "$work"/read/*.smt2; do cat "$file"; printf '\n(reset)\n'; done | grep -v '(exit)' > "$work/all.smt2"
hyperfine -N -i --runs 2 --export-csv "$work/all.csv" "$sinew $work/all.smt2" "$z3 -smt2 $work/all.smt2" > /dev/null 2>&1
awk -F, 'NR > 1 { split($1, name, " "); printf "%-60s median %.1f ms, user %.1f ms\n", name[1], $4 * 1000, $5 * 1000 }' "$work/all.csv"
echo "== reading the largest ($(stat -c %s "$work/read/$largest") bytes)"
hyperfine -N -i --warmup 2 --runs 20 --export-csv "$work/largest.csv" \
  "$sinew $work/read/$largest" "$z3 -smt2 $work/read/$largest" > /dev/null 2>&1
awk -F, 'NR > 1 { split($1, name, " "); printf "%-60s median %.1f ms, user %.1f ms\n", name[1], $4 * 1000, $5 * 1000 }' "$work/largest.csv"
