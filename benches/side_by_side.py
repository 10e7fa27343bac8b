#!/usr/bin/env python3
"""Solvers side by side on a sample of files, in all and by suite: how many are found satisfiable, unsatisfiable, or neither, and the time taken.

    python3 benches/side_by_side.py --list LIST=ROOT... [--suites A,B] [--each N] [--seconds S] [--jobs N] [--keep FILE]
        [--whole NAME --parts NAME,NAME...] NAME=COMMAND...

LIST has one file per line, tab-separated: path under ROOT, suite, known answer (`sat`, `unsat` or `-`). Of each suite at most N files
are taken, the same for every solver, in a random order that does not change from run to run. The limit is on processor time, so that other work
on the machine counts for nobody. A file is given to all solvers before the next one. COMMAND gets the file as its last argument. Whoever reports
an error has not solved the file. FILE keeps the results of single runs: what is in it is not run again, so a run that was interrupted goes on.

Prints tables in markdown, the first of P2's Table 1's shape, and which files one solver alone solves. With `--parts` (procedures of a solver) there is also the
virtual best of these; with `--whole` (the solver that combines them) the files on which it is far behind the best of them, because one has starved another.
An answer that contradicts the known one, or another solver's, is named, and makes the exit status 1.
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

STARVED = 3  # How many times as long as the best of its parts a combination may take (and a tenth of a second).


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
    time = usage.ru_utime + usage.ru_stime
    if any(line.startswith("(error") for line in lines):
        return "error", time
    answers = [line for line in lines if line in ("sat", "unsat")]
    return (answers or ["timeout" if time > 0.95 * seconds else "unknown"])[0], time


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


def solved(result):
    return result[0] in ("sat", "unsat")


def measure(files, solvers, options):
    """Yields each file with what each solver says and the time that it takes, from the kept results or by running it."""
    kept = {}
    if options.keep and os.path.exists(options.keep):
        for line in open(options.keep):
            path, name, answer, time = line.rstrip("\n").split("\t")
            kept[path, name] = (answer, float(time))
    keep = open(options.keep, "a") if options.keep else None

    def all_solvers(file):
        results = {}
        for name, command in solvers:
            path = file[1]
            results[name] = kept.get((path, name)) or run(command, path, options.seconds)
            if keep and (path, name) not in kept:
                print(path, name, results[name][0], f"{results[name][1]:.3f}", sep="\t", file=keep, flush=True)
        return file, results

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        yield from pool.map(all_solvers, files)


def virtual_best(results, names):
    """What a solver would do that knew for each file which of these is the fastest."""
    mine = [results[name] for name in names]
    return min(filter(solved, mine), key=lambda result: result[1], default=min(mine, key=lambda result: result[1]))


def contradictions(measured, names):
    for (_, path, known), results in measured:
        said = {results[name][0] for name in names if solved(results[name])} | ({known} & {"sat", "unsat"})
        if len(said) > 1:
            yield f"{path}: known is {known}; " + ", ".join(f"{name} says {results[name][0]}" for name in names)


def print_totals(measured, names, seconds):
    """One column for each solver, in the manner of P2's Table 1."""
    everything = {name: [results[name] for _, results in measured] for name in names}
    rows = {}
    for answer in ("sat", "unsat", "unknown", "timeout", "error"):
        rows[answer] = [sum(result[0] == answer for result in everything[name]) for name in names]
    rows["solved"] = [sum(map(solved, everything[name])) for name in names]
    rows["time (s)"] = [f"{sum(time for _, time in everything[name]):.1f}" for name in names]
    penalised = lambda result: result[1] if solved(result) else 2 * seconds
    rows["PAR-2 (s)"] = [f"{sum(map(penalised, everything[name])):.1f}" for name in names]
    print("| |", " | ".join(names), "|\n|" + "---|" * (len(names) + 1))
    for title, cells in rows.items():
        print(f"| {title} |", " | ".join(map(str, cells)), "|")


def print_suites(measured, names):
    """What each solves of each suite, and the time that it takes."""
    by_suite = collections.defaultdict(list)
    for (suite, _, _), results in measured:
        by_suite[suite].append(results)
    print("\n| suite | files |", " | ".join(f"{name}: sat, unsat, s" for name in names), "|\n|" + "---|" * (len(names) + 2))
    for suite, all_results in [*sorted(by_suite.items()), ("all", [results for _, results in measured])]:
        cells = []
        for name in names:
            mine = [results[name] for results in all_results]
            count = lambda answer: sum(result[0] == answer for result in mine)
            cells.append(f"{count('sat')}, {count('unsat')}, {sum(time for _, time in mine):.1f}")
        print(f"| {suite} | {len(all_results)} |", " | ".join(cells), "|")


def print_alone(measured, names):
    """What one of them solves and no other."""
    alone = collections.defaultdict(list)
    for (_, path, _), results in measured:
        solving = [name for name in names if solved(results[name])]
        if len(solving) == 1:
            alone[solving[0]].append(os.path.basename(path)[-40:])
    for name, paths in alone.items():
        print(f"\n{name} is the only one of {', '.join(names)} to solve {len(paths)} files: {', '.join(paths)}")


def print_starved(measured, whole, names):
    """Where the combination is far behind the best of its parts: somebody has kept somebody else from working."""
    late = []
    for (_, path, _), results in measured:
        best, mine = virtual_best(results, names), results[whole]
        if solved(best) and (not solved(mine) or mine[1] > STARVED * best[1] + 0.1):
            late.append(f"{os.path.basename(path)[-40:]} ({best[1]:.2f} s, {whole}: {mine[0]}, {mine[1]:.2f} s)")
    if late:
        print(f"\n{whole} is far behind the best of {', '.join(names)} on {len(late)} files: {', '.join(late)}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--list", action="append", required=True)
    parser.add_argument("--suites", default="")
    parser.add_argument("--each", type=int, default=20)
    parser.add_argument("--seconds", type=int, default=10)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--keep")
    parser.add_argument("--whole")
    parser.add_argument("--parts", default="")
    parser.add_argument("solvers", nargs="+")
    options = parser.parse_args()
    solvers = [solver.split("=", 1) for solver in options.solvers]
    names = [name for name, _ in solvers]
    parts = list(filter(None, options.parts.split(",")))
    files = list(sample(options.list, set(filter(None, options.suites.split(","))), options.each))
    measured = list(measure(files, solvers, options))
    wrong = list(contradictions(measured, names))
    shown = names + ["best of all"]
    if parts:
        shown.insert(-1, "best of parts")
    for _, results in measured:
        results |= {"best of all": virtual_best(results, names), "best of parts": virtual_best(results, parts or names)}
    print_totals(measured, shown, options.seconds)
    print_suites(measured, shown)
    if len(parts or names) > 1:
        print_alone(measured, parts or names)
    if options.whole:
        print_starved(measured, options.whole, parts or [name for name in names if name != options.whole])
    for line in wrong:
        print(f"CONTRADICTION {line}")
    return 1 if wrong else 0


sys.exit(main())
