#!/usr/bin/env python3
"""Learns the order of the string procedures and the lengths of their first turns (P2 §3.2, with data in the place of a fixed tree).

    python3 benches/choose.py measure SINEW LIST ROOT RUNS [--steps N] [--every N] [--jobs N] [--arms A,B]
    python3 benches/choose.py learn RUNS

LIST has one file per line, tab-separated: path under ROOT, suite, known answer (`sat`, `unsat` or `-`). `measure` runs every procedure alone on
every file, with a limit on steps, and appends to RUNS: one line per file with its suite, what `--probe` says of it, and for each procedure the
answer and the steps it took. Steps do not depend on the machine, so neither does what is learnt. Files that are done already are left out.

`learn` prints the rows of the table in `crates/sinew/src/search/order.rs`, and what they are worth: the steps of the learnt schedule against
those of the best procedure on each file, on the whole and on each suite with the others as the only teachers.

A schedule is an order with the steps of the first turns; turns of each round are twice as long as those before, and a procedure that gives up
is out. Its cost on a file is the sum of all steps until the first answer. The rows are a tree of at most DEPTH questions about features, grown
greedily: a question is asked if it makes the cost smaller by more than GAIN in leaves of at least LEAST files.
"""

import argparse
import collections
import concurrent.futures
import math
import os
import re
import resource
import subprocess
import sys
import zlib

DEPTH = 3
LEAST = 12
GAIN = 0.02
TURNS = (10_000, 50_000, 200_000)  # No procedure has less than a twentieth of the steps of another.
GROWTH = 2
LIMIT = 10  # Seconds of processor time for each run.
START = 20_000  # Steps that are worth about as much time as the start of the program.


# -- measuring

def run(sinew, flags, path):
    """What it prints, and the milliseconds of processor time; nothing if it takes more than LIMIT seconds."""
    limit = lambda: resource.setrlimit(resource.RLIMIT_CPU, (LIMIT, LIMIT))
    command = [sinew, "--probe", "--stats", "--no-check-unsat", *flags, path]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, preexec_fn=limit)
    text = process.stdout.read().decode(errors="replace")
    _, _, usage = os.wait4(process.pid, 0)
    return text, 1000 * (usage.ru_utime + usage.ru_stime)


def one_arm(sinew, arm, steps, path):
    """What `--probe` says, the answer, the steps before the procedure, those of the procedure, and the milliseconds of both."""
    text, time = run(sinew, [f"--rlimit-per={steps}", f"--arm={arm}"], path)
    answers = re.findall(r"^(sat|unsat|unknown)$", text, re.M)
    features = dict(re.findall(r":([a-z-]+) (true|false|\d+)", "".join(re.findall(r"\(:probe \((.*?):order", text))))
    number = lambda name: int((re.findall(rf":{re.escape(name)} (\d+)", text) or ["0"])[0])
    spent = number(f"arm.{arm}.steps")
    answer = answers[0] if len(answers) == 1 else "several" if answers else "unknown"
    return features, answer, number("steps") - spent, spent if answers else steps, time


def all_arms(options, row):
    """The line of one file: features, the steps and milliseconds before all procedures, and each procedure's answer, steps and milliseconds."""
    path = f"{options.root}/{row[0]}"
    features, cells, before = {}, [], 0
    for arm in options.arms.split(","):
        found, answer, before, spent, time = one_arm(options.sinew, arm, options.steps, path)
        features = features or found
        if answer in ("sat", "unsat") and row[2] in ("sat", "unsat") and answer != row[2]:
            print(f"{path}: {arm} says {answer}, recorded is {row[2]}", file=sys.stderr)
        cells.append(f"{arm}={answer}:{spent}:{time:.1f}")
        if answer == "several" or (answer in ("sat", "unsat") and spent == 0):
            break  # Decided before any procedure was asked.
    else:
        _, time = run(options.sinew, [f"--rlimit-per={max(before, 1)}", f"--arm={arm}"], path)
    return "\t".join([row[0], row[1], " ".join(f"{k}={v}" for k, v in features.items()), f"before={before}:{time:.1f}", *cells])


def measure(options):
    done = set()
    if os.path.exists(options.runs):
        done = {line.split("\t")[0] for line in open(options.runs)}
    rows = [line.rstrip("\n").split("\t")[:3] for line in open(options.list)]
    rows = [r for r in rows if zlib.crc32(r[0].encode()) % options.every == 0 and r[0] not in done]
    rows.sort(key=lambda row: zlib.crc32(row[0].encode()))
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool, open(options.runs, "a") as out:
        for line in pool.map(lambda row: all_arms(options, row), rows):
            print(line, file=out, flush=True)


# -- learning

def load(path):
    """Files that a procedure was needed for: suite, features, and per procedure (solved, steps)."""
    files = []
    for line in open(path):
        _, suite, features, *cells = line.rstrip("\n").split("\t")
        runs = {}
        for cell in cells:
            arm, result = cell.split("=")
            answer, steps = result.split(":")
            runs[arm] = (answer in ("sat", "unsat"), max(int(steps), 1))
        if any(solved and steps > 1 for solved, steps in runs.values()):
            files.append((suite, questions(dict(f.split("=") for f in features.split())), runs))
    return files


def questions(features):
    """The yes-no questions that rows may ask."""
    yes = {name for name, value in features.items() if value == "true"}
    number = lambda name: int(features.get(name, 0))
    if 2 * number("word-equations") >= number("facts"):
        yes.add("mostly-word-equations")
    if number("facts") >= 50:
        yes.add("many-facts")
    return frozenset(yes - {"strings"})


def cost(schedule, runs):
    """Steps until the first answer; what nobody answers costs nothing, since no order can help."""
    if not any(solved for solved, _ in runs.values()):
        return 0
    spent, total, out = collections.Counter(), 0, set()
    for factor in (GROWTH**r for r in range(40)):
        for arm, turn in schedule:
            if arm in out:
                continue
            solved, needs = runs[arm] if arm in runs else (False, 1)
            granted = min(turn * factor, needs - spent[arm])
            spent[arm] += granted
            total += granted
            if spent[arm] >= needs:
                if solved:
                    return total
                out.add(arm)
        if len(out) == len(schedule):
            return total + 2 * max(needs for _, needs in runs.values())
    return total


def worth(schedule, files):
    """The mean logarithm of the cost: a factor counts alike on all files, but for those that take no time anyway."""
    return sum(math.log(START + cost(schedule, runs)) for _, _, runs in files) / max(len(files), 1)


def best_schedule(files, arms):
    """By hill climbing over orders and turns, all procedures having their place."""
    schedule = [(arm, TURNS[-1]) for arm in arms]
    value = worth(schedule, files)
    improved = True
    while improved:
        improved = False
        for arm, _ in list(schedule):
            rest = [entry for entry in schedule if entry[0] != arm]
            for place in range(len(schedule)):
                for turn in TURNS:
                    other = rest[:place] + [(arm, turn)] + rest[place:]
                    better = worth(other, files)
                    if better < value - 1e-9:
                        schedule, value, improved = other, better, True
    return schedule, value


def grow(files, arms, asked=()):
    """A list of rows: (questions with answers, schedule, files)."""
    schedule, value = best_schedule(files, arms)
    best = None
    if len(asked) < DEPTH:
        for question in sorted({q for _, yes, _ in files for q in yes} - {q for q, _ in asked}):
            parts = [[f for f in files if (question in f[1]) == side] for side in (True, False)]
            if min(map(len, parts)) < LEAST:
                continue
            split = sum(len(p) * best_schedule(p, arms)[1] for p in parts) / len(files)
            if best is None or split < best[0]:
                best = (split, question, parts)
    if best is None or best[0] > value - GAIN:
        return [(asked, schedule, files)]
    _, question, (yes, no) = best
    return grow(yes, arms, asked + ((question, True),)) + grow(no, arms, asked + ((question, False),))


def choose(rows, yes):
    for asked, schedule, _ in rows:
        if all((question in yes) == side for question, side in asked):
            return schedule
    raise AssertionError("the last row applies to everything")


def report(rows, files):
    """Files, answered ones, steps of the schedules and of the virtual best."""
    spent = best = answered = 0
    for _, yes, runs in files:
        schedule = choose(rows, yes)
        spent += cost(schedule, runs)
        solving = [steps for solved, steps in runs.values() if solved]
        best += min(solving, default=0)
        answered += bool(solving)
    return len(files), answered, spent, best


def learn(options):
    files = load(options.runs)
    arms = sorted({arm for _, _, runs in files for arm in runs})
    rows = grow(files, arms)
    for asked, schedule, group in rows:
        test = " && ".join(("" if side else "!") + question for question, side in asked) or "everything else"
        turns = ", ".join(f'("{arm}", {turn:_})' for arm, turn in schedule)
        suites = len({suite for suite, _, _ in group})
        print(f"{test}\n    [{turns}]\n    {len(group)} files of {suites} suites")
    print("\n| suite | files | steps | virtual best | ratio | ratio, learnt from other suites |\n|---|---|---|---|---|---|")
    for suite in sorted({suite for suite, _, _ in files}) + [None]:
        inside = [f for f in files if suite in (None, f[0])]
        count, _, spent, best = report(rows, inside)
        other = ""
        if suite is not None:
            taught = grow([f for f in files if f[0] != suite], arms)
            _, _, without, _ = report(taught, inside)
            other = f"{without / max(best, 1):.2f}"
        print(f"| {suite or 'all'} | {count} | {spent:,} | {best:,} | {spent / max(best, 1):.2f} | {other} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    one = commands.add_parser("measure")
    one.set_defaults(do=measure)
    for name in ("sinew", "list", "root", "runs"):
        one.add_argument(name)
    one.add_argument("--steps", type=int, default=2_000_000)
    one.add_argument("--every", type=int, default=1)
    one.add_argument("--jobs", type=int, default=1)
    one.add_argument("--arms", default="context,lengths,equations")
    two = commands.add_parser("learn")
    two.set_defaults(do=learn)
    two.add_argument("runs")
    options = parser.parse_args()
    options.do(options)


if __name__ == "__main__":
    main()
