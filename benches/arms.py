#!/usr/bin/env python3
"""Each string arm alone, all of them in turns, and the virtual best of the arms (P2, Table 1).

    python3 benches/arms.py SINEW LIST ROOT SECONDS [--every N] [--suites A,B] [--jobs N] [--arms A,B]

LIST has one file per line, tab-separated: path under ROOT, suite, known answer (`sat`, `unsat` or `-`).
Every file is run with all configurations before the next one, so that noise hits all alike. Prints
markdown tables; a contradiction is named and makes the exit status 1.
"""

import argparse
import collections
import concurrent.futures
import subprocess
import sys
import time
import zlib

def run(options, path, flags):
    command = [options.sinew, f"--tlimit={int(options.seconds * 1000)}", *flags, path]
    start = time.time()
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=options.seconds + 2)
        answer = done.stdout.split("\n")[0]
    except subprocess.TimeoutExpired:
        answer = "unknown"
    seconds = time.time() - start
    if answer not in ("sat", "unsat"):
        answer = "timeout" if seconds >= options.seconds * 0.95 else "unknown"
    return answer, seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sinew")
    parser.add_argument("list")
    parser.add_argument("root")
    parser.add_argument("seconds", type=float)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--suites", default="")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--arms", default="context,lengths,equations")
    options = parser.parse_args()
    arms = options.arms.split(",")
    configurations = {arm: [f"--arm={arm}"] for arm in arms} | {"combination": []}
    rows = [line.rstrip("\n").split("\t")[:3] for line in open(options.list)]
    suites = set(filter(None, options.suites.split(",")))
    rows = [row for row in rows if not suites or row[1] in suites]
    rows = [row for row in rows if zlib.crc32(row[0].encode()) % options.every == 0]

    def all_configurations(row):
        path = f"{options.root}/{row[0]}"
        return row, {name: run(options, path, flags) for name, flags in configurations.items()}

    totals = collections.defaultdict(collections.Counter)
    seconds = collections.Counter()
    solved = collections.defaultdict(collections.Counter)
    satisfiable = collections.defaultdict(collections.Counter)
    wrong = []
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for (path, suite, known), results in pool.map(all_configurations, rows):
            answers = {answer for answer, _ in results.values()} | {known}
            if {"sat", "unsat"} <= answers:
                wrong.append((path, known, results))
            decided = [results[arm] for arm in arms if results[arm][0] in ("sat", "unsat")]
            results["virtual best"] = min(decided or [results[arm] for arm in arms], key=lambda r: r[1])
            solved[suite]["files"] += 1
            satisfiable[suite]["files"] += known == "sat"
            for name, (answer, time_taken) in results.items():
                totals[name][answer] += 1
                seconds[name] += time_taken
                solved[suite][name] += answer in ("sat", "unsat")
                satisfiable[suite][name] += known == "sat" and answer == "sat"
    names = [*configurations, "virtual best"]
    print("| |", " | ".join(names), "|\n|---|" + "---|" * len(names))
    for answer in ("sat", "unsat", "unknown", "timeout"):
        print(f"| {answer} |", " | ".join(str(totals[name][answer]) for name in names), "|")
    both = (str(totals[name]["sat"] + totals[name]["unsat"]) for name in names)
    print("| solved |", " | ".join(both), "|")
    print("| time (s) |", " | ".join(f"{seconds[name]:.1f}" for name in names), "|\n")
    for title, table in (("files", solved), ("satisfiable", satisfiable)):
        print(f"| suite | {title} |", " | ".join(names), "|\n|---|---|" + "---|" * len(names))
        for suite in sorted(table):
            cells = " | ".join(str(table[suite][name]) for name in names)
            print(f"| {suite} | {table[suite]['files']} | {cells} |")
        print()
    for path, known, results in wrong:
        print(f"CONTRADICTION {path}: known {known}, found {results}")
    return 1 if wrong else 0


sys.exit(main())
