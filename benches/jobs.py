#!/usr/bin/env python3
"""What `--jobs` is worth: wall-clock time of one job against that of several, on a machine that has nothing else to do.

    python3 benches/jobs.py SINEW JOBS [--runs N] [--least MS] FILE...

Runs each file N times with one job and N times with JOBS, by turns, and takes the smallest time of each. Files that take one job less than
MS milliseconds are left out of the table, not of the check of answers. Prints the times, the speed-up, and the load of the machine before and after; answers that
are not the same in all runs are named, and make the exit status 1.
"""

import argparse
import os
import re
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


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sinew")
    parser.add_argument("jobs", type=int)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--least", type=float, default=50)
    parser.add_argument("files", nargs="+")
    options = parser.parse_args()
    load, wrong, sums = os.getloadavg()[0], [], [0.0, 0.0]
    print(f"| file | answer | 1 job, ms | {options.jobs} jobs, ms | speed-up | processor, ms |\n|---|---|---|---|---|---|")
    for path in options.files:
        told, best = set(), {1: (float("inf"), 0), options.jobs: (float("inf"), 0)}
        for _ in range(options.runs):
            for jobs in best:
                answers, wall, spent = run([options.sinew, "--no-check-unsat", "--tlimit=20000", f"--jobs={jobs}", path])
                told.add(answers)
                best[jobs] = min(best[jobs], (wall, spent))
        if len(told) > 1:
            wrong.append(f"{path}: {sorted(told)}")
        (one, _), (several, spent) = best[1], best[options.jobs]
        if one >= options.least:
            sums = [sums[0] + one, sums[1] + several]
            name, answer = os.path.basename(path)[-40:], " ".join(told.pop())
            print(f"| {name} | {answer} | {one:.0f} | {several:.0f} | {one / several:.2f} | {spent:.0f} |", flush=True)
    print(f"| all | | {sums[0]:.0f} | {sums[1]:.0f} | {sums[0] / max(sums[1], 1):.2f} | |")
    print(f"\nLoad before {load:.1f}, after {os.getloadavg()[0]:.1f}.")
    for line in wrong:
        print(f"DIFFERENT {line}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
