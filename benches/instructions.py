#!/usr/bin/env python3
"""Instructions of two or more builds side by side, by suite, as `valgrind --tool=cachegrind` counts them: no noise, whatever else the machine does.

    python3 benches/instructions.py --list LIST=ROOT... [--suites A,B] [--each N] [--below BYTES] [--counts FILE] NAME=COMMAND NAME=COMMAND...

LIST is as for `side_by_side.py`; of each suite at most N files below BYTES are taken, in an order that does not change. Prints in markdown, for each
suite, the instructions of the first build in millions and the others' as ratios of it: of the sums, and the largest of one file. Counts are appended to
FILE as they come, and what is in it is not counted again. Different answers are named, and make the exit status 1.
"""

import argparse
import collections
import os
import random
import re
import shlex
import subprocess
import sys

COUNTER = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]


def count(command, path, seconds):
    """The answer and the instructions; none if it takes too long."""
    try:
        done = subprocess.run([*COUNTER, *shlex.split(command), path], capture_output=True, text=True, timeout=seconds)
    except subprocess.TimeoutExpired:
        return "-", 0
    answers = re.findall(r"^(sat|unsat|unknown)$", done.stdout, re.M)
    counted = re.search(r"I\s+refs:\s+([\d,]+)", done.stderr)
    return (answers or ["-"])[0], int(counted.group(1).replace(",", "")) if counted else 0


def sample(options):
    by_suite = collections.defaultdict(list)
    wanted = set(filter(None, options.suites.split(",")))
    for entry in options.list:
        name, root = entry.split("=", 1)
        for line in open(name):
            path, suite = line.rstrip("\n").split("\t")[:2]
            path = os.path.join(root, path)
            if (not wanted or suite in wanted) and os.path.getsize(path) < options.below:
                by_suite[suite].append(path)
    for suite, files in by_suite.items():
        random.Random(suite).shuffle(files)
        by_suite[suite] = files[: options.each]
    return by_suite


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--list", action="append", required=True)
    parser.add_argument("--suites", default="")
    parser.add_argument("--each", type=int, default=4)
    parser.add_argument("--below", type=int, default=30_000)
    parser.add_argument("--seconds", type=int, default=300)
    parser.add_argument("--counts", default=os.devnull)
    parser.add_argument("builds", nargs="+")
    options = parser.parse_args()
    builds = [build.split("=", 1) for build in options.builds]
    counts = {}
    if os.path.isfile(options.counts):
        for line in open(options.counts):
            name, path, answer, instructions = line.rstrip("\n").split("\t")
            counts[name, path] = (answer, int(instructions))
    by_suite, differ = sample(options), []
    with open(options.counts, "a") as out:
        # One file of each suite before the second of any: what is cut short is a smaller sample.
        for path in (files[at] for at in range(options.each) for files in by_suite.values() if at < len(files)):
            for name, command in builds:
                if (name, path) not in counts:
                    counts[name, path] = count(command, path, options.seconds)
                    print(name, path, *counts[name, path], sep="\t", file=out, flush=True)
            if len({counts[name, path][0] for name, _ in builds}) > 1:
                differ.append(f"{path}: " + ", ".join(f"{name} {counts[name, path][0]}" for name, _ in builds))
    first, *rest = [name for name, _ in builds]
    print(f"| suite | files | {first}, millions | " + " | ".join(f"{name}: sum, most" for name in rest) + " |")
    print("|---" * (3 + len(rest)) + "|")
    for suite, files in sorted(by_suite.items()):
        files = [path for path in files if all(counts[name, path][1] for name, _ in builds)]
        base = sum(counts[first, path][1] for path in files)
        cells = []
        for name in rest:
            most = max((counts[name, path][1] / counts[first, path][1] for path in files), default=0)
            cells.append(f"{sum(counts[name, path][1] for path in files) / max(base, 1):.3f}, {most:.3f}")
        print(f"| {suite} | {len(files)} | {base / 1e6:.1f} | " + " | ".join(cells) + " |")
    for line in differ:
        print(f"DIFFERENT {line}")
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
