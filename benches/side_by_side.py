#!/usr/bin/env python3
"""Solvers side by side on a sample of files, by suite: how many are found satisfiable, unsatisfiable, or neither, and the time taken.

    python3 benches/side_by_side.py --list LIST=ROOT... [--suites A,B] [--each N] [--seconds S] [--jobs N] NAME=COMMAND...

LIST has one file per line, tab-separated: path under ROOT, suite, known answer (`sat`, `unsat` or `-`). Of each suite at most N files
are taken, the same for every solver, in a random order that does not change from run to run. The limit is on processor time, so that other work
on the machine counts for nobody. A file is given to all solvers before the next one. COMMAND gets the file as its last argument. Prints a table
in markdown, how many files each solver rejects with an error, and which it alone solves; an answer that contradicts the known one, or another
solver's where none is known, is named, and makes the exit status 1.
"""

import argparse
import collections
import concurrent.futures
import os
import random
import resource
import shlex
import subprocess
import sys


def limited(seconds):
    def set_limits():
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))

    return set_limits


def run(command, path, seconds):
    """The answer and the processor time of one run. Whoever reports an error has not read the problem: what it answers then is about another one."""
    process = subprocess.Popen(
        shlex.split(command) + [path],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        stdin=subprocess.DEVNULL,
        preexec_fn=limited(seconds),
    )
    lines = process.stdout.read().decode(errors="replace").split("\n")
    _, _, usage = os.wait4(process.pid, 0)
    if any(line.startswith("(error") for line in lines):
        return "rejected", usage.ru_utime + usage.ru_stime
    answers = [line for line in lines if line in ("sat", "unsat")]
    return (answers or ["failed"])[0], usage.ru_utime + usage.ru_stime


def sample(lists, suites, each):
    by_suite = collections.defaultdict(list)
    for entry in lists:
        name, root = entry.split("=", 1)
        for line in open(name):
            fields = line.rstrip("\n").split("\t")
            if len(fields) >= 3 and (not suites or fields[1] in suites):
                by_suite[fields[1]].append((os.path.join(root, fields[0]), fields[2]))
    for suite, files in sorted(by_suite.items()):
        random.Random(suite).shuffle(files)
        for path, known in files[:each]:
            yield suite, path, known


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--list", action="append", required=True)
    parser.add_argument("--suites", default="")
    parser.add_argument("--each", type=int, default=20)
    parser.add_argument("--seconds", type=int, default=10)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("solvers", nargs="+")
    options = parser.parse_args()
    solvers = [solver.split("=", 1) for solver in options.solvers]
    files = list(sample(options.list, set(filter(None, options.suites.split(","))), options.each))
    counts = collections.Counter()
    times = collections.Counter()
    rejected = collections.Counter()
    single = collections.defaultdict(list)
    wrong = []

    def all_solvers(job):
        suite, path, known = job
        return job, [(name, *run(command, path, options.seconds)) for name, command in solvers]

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for (suite, path, known), results in pool.map(all_solvers, files):
            rejected.update(name for name, answer, _ in results if answer == "rejected")
            results = [(name, "failed" if answer == "rejected" else answer, time) for name, answer, time in results]
            said = {answer for _, answer, _ in results} - {"failed"}
            best = min((time for _, answer, time in results if answer != "failed"), default=None)
            for name, answer, time in results:
                counts[suite, name, answer] += 1
                times[suite, name] += time
                contradicts = known in ("sat", "unsat") and answer not in (known, "failed")
                if contradicts or (known not in ("sat", "unsat") and len(said) > 1):
                    wrong.append(f"{path}: {name} says {answer}, known is {known}, said is {sorted(said)}")
            solving = [name for name, answer, _ in results if answer != "failed"]
            if len(solving) == 1:
                single[solving[0]].append(path)
            if best is not None:
                counts[suite, "any", "solved"] += 1
                times[suite, "any"] += best
    suites = sorted({suite for suite, _, _ in files})
    names = [name for name, _ in solvers]
    print("| suite | files | " + " | ".join(f"{name}: sat, unsat, failed, s" for name in names) + " | any: solved, s |")
    print("|---" * (len(names) + 3) + "|")
    for suite in suites + ["all"]:
        chosen = suites if suite == "all" else [suite]
        total = lambda counter, *rest: sum(counter[(one, *rest)] for one in chosen)
        cells = [
            f"{total(counts, name, 'sat')}, {total(counts, name, 'unsat')}, {total(counts, name, 'failed')}, {total(times, name):.1f}"
            for name in names
        ]
        cells.append(f"{total(counts, 'any', 'solved')}, {total(times, 'any'):.1f}")
        size = sum(suite in (one, "all") for one, _, _ in files)
        print(f"| {suite} | {size} | " + " | ".join(cells) + " |")
    for name, count in rejected.items():
        print(f"\n{name} reports an error on {count} files; these count as failed.")
    for name, paths in single.items():
        print(f"\n{name} is the only one to solve {len(paths)} files: " + ", ".join(os.path.basename(path)[-40:] for path in paths))
    for line in wrong:
        print(f"CONTRADICTION {line}")
    return 1 if wrong else 0


sys.exit(main())
