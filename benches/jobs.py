#!/usr/bin/env python3
"""What `--jobs` is worth: wall-clock time of one job against that of several, on a machine that has nothing else to do.

    python3 benches/jobs.py SINEW JOBS [--runs N] [--least MS] [--limit MS] [--flag=--tune=NAME=N]... FILE...

Runs each file N times with one job and N times with JOBS, by turns, and takes the smallest time of each. Flags are for the runs with several
jobs. Files that take one job less than MS milliseconds have no row, and neither have those that one job or several leave open within the
limit; these are named. In the end come sums, the middle of all speed-ups, how many files got slower, and the load of the machine before and
after. Answers that contradict each other are named, and make the exit status 1.
"""

import argparse
import os
import re
import statistics
import subprocess
import sys
import time


def run(command):
    """The answers, and the milliseconds of the clock and of the processors."""
    start, before = time.monotonic(), os.times()
    text = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL).stdout
    after = os.times()
    spent = after.children_user + after.children_system - before.children_user - before.children_system
    return tuple(re.findall(r"^(sat|unsat|unknown)$", text, re.M)), 1000 * (time.monotonic() - start), 1000 * spent


def contradict(one, other):
    """Whether two runs of a script answer a query differently, both of them for certain."""
    return any({a, b} == {"sat", "unsat"} for a, b in zip(one, other))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sinew")
    parser.add_argument("jobs", type=int)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--least", type=float, default=50)
    parser.add_argument("--limit", type=int, default=20000)
    parser.add_argument("--flag", action="append", default=[])
    parser.add_argument("files", nargs="+")
    options = parser.parse_args()
    load, wrong, left, rows = os.getloadavg()[0], [], {1: [], options.jobs: []}, []
    flags = {1: [], options.jobs: [f"--jobs={options.jobs}", *options.flag]}
    print(f"| file | answer | 1 job, ms | {options.jobs} jobs, ms | speed-up | processor, ms |\n|---|---|---|---|---|---|")
    for path in options.files:
        told, best = {1: set(), options.jobs: set()}, {}
        for _ in range(options.runs):
            for jobs, more in flags.items():
                answers, wall, spent = run([options.sinew, "--no-check-unsat", f"--tlimit={options.limit}", *more, path])
                told[jobs].add(answers)
                best[jobs] = min(best.get(jobs, (wall, spent)), (wall, spent))
        everything = sorted(told[1] | told[options.jobs])
        if any(contradict(one, other) for one in everything for other in everything):
            wrong.append(f"{path}: {everything}")
        open_with = [jobs for jobs in told if any("unknown" in answers for answers in told[jobs])]
        for jobs in open_with:
            left[jobs].append(path)
        (one, _), (several, spent) = best[1], best[options.jobs]
        if one >= options.least and not open_with:
            rows.append((one, several, spent))
            name, answer = os.path.basename(path)[-40:], " ".join(everything[0])
            print(f"| {name} | {answer} | {one:.0f} | {several:.0f} | {one / several:.2f} | {spent:.0f} |", flush=True)
    if rows:
        one, several, spent = (sum(row[i] for row in rows) for i in range(3))
        print(f"| all {len(rows)} | | {one:.0f} | {several:.0f} | {one / several:.2f} | {spent:.0f} |")
        ratios = [one / several for one, several, _ in rows]
        slower = sum(ratio < 0.95 for ratio in ratios)
        print(f"\nMiddle of the speed-ups {statistics.median(ratios):.2f}; slower by more than 5 %: {slower}.")
    print(f"Load before {load:.1f}, after {os.getloadavg()[0]:.1f}.")
    for jobs, paths in left.items():
        print(f"Left open with {jobs} job{'s' * (jobs > 1)}: {len(paths)} {' '.join(os.path.basename(path) for path in paths)}")
    for line in wrong:
        print(f"DIFFERENT {line}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
