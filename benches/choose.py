#!/usr/bin/env python3
"""Learns the order of the string procedures and the lengths of their first turns (P2 §3.2, with data in the place of a fixed tree).

    python3 benches/choose.py measure SINEW LIST ROOT RUNS [--steps N] [--every N] [--jobs N] [--arms A,B]
    python3 benches/choose.py learn RUNS... [--teachers RUNS]...
    python3 benches/choose.py compare SINEW ROOT RUNS [--flags FLAGS]

LIST has one file per line, tab-separated: path under ROOT, suite, known answer (`sat`, `unsat` or `-`). `measure` runs every procedure alone on
every file, with a limit on steps, and appends to RUNS: one line per file with its suite, what `--probe` says of it, steps and processor time before all
procedures, and for each procedure the answer, the steps and the processor time of the whole run, and the steps after which it would have let others go first. Files that are done already are left out.

`learn` prints the rows of the table in `crates/sinew/src/search/choice.rs`, and what they are worth: the processor time of the learnt schedule against
that of the best procedure on each file, by suite, and with each suite left out of the learning. Teachers are measurements of problems that belong to
no suite (`benches/teach.py`): learnt from always, not reported on. `compare` runs SINEW on the measured files, as it is and with the procedure alone that was the
best: the processor time of the one against that of the other. It names each file on which a procedure is starved: one solves it alone, and together
they do not within LIMIT, or take STARVED times as long. With `--flags=--choose=z3str4` there are such files, since that order leaves procedures out.

What rows there are is not learnt: they are the questions in ROWS, by the nature of the problem; the first that applies is taken. A schedule is an order with
the steps of first turns; from round to round shorter turns grow by CATCH_UP until they are as long as the longest, then all by GROWTH; a procedure that
gives up is out, and what one that lets others go first leaves of its turn is for the next. No first turn is longer than MOST, or shorter than LEAST, since it costs about as much to set up a procedure, or than its SHARE of a longer one before it: what was spent
there in vain should not be spent again before all others had a chance. The cost
of a schedule on a file is the time before all procedures and that of all turns until the first answer, in the measured speed of each
procedure on that file, and VAIN for each turn in vain. Made small is, over suites, the sum of the logarithms of the suite's cost in parts of the virtual best's, and
of the largest such part of one of its files (WORST): each
suite counts alike, but for those of few files (SHY). Long first turns cost something by themselves (LONG). Each file is there several times, also as if it were harder by factors (HARDER), so that turns are not
cut to the sizes of the sample. A procedure that solves none of the files comes after those that solve some.

`--check RUNS` are measurements of problems that nothing is learnt from and that belong to no suite: what the table is worth on them is printed.
"""

import argparse
import collections
import concurrent.futures
import itertools
import math
import os
import re
import resource
import subprocess
import sys
import zlib

# Features as `--probe` calls them, all of a row together; the last row is for everything.
ROWS = ("transducers", "overlaps", "conversions regexes", "conversions", "positions", "")
UNPROVED = ("automata",)  # Most of its refutations have no proof: it is asked first only where others have little chance, in the first row.
TURNS = (8_000, 16_000, 64_000, 100_000, 160_000, 400_000)
LEAST = {"automata": 64_000, "flat": 16_000, "equations": 16_000}  # Steps of a first turn: one or two milliseconds, as TURNS[0] for the others.
VAIN = 1.0  # Milliseconds that a turn without an answer costs beside its steps: to set up the procedure, and what is lost when it is interrupted.
GROWTH, CATCH_UP = 2, 4
HARDER = (1, 2, 4, 8)
MOST = {"arrange": 64_000, "equations": 160_000, "flat": 64_000}  # By hand: longer ones cost regressions of other procedures much.
SHARE = 8  # No first turn is shorter than one part in so many of the longest before it.
WORST = 0.3  # Weight of the largest ratio of a file.
LONG = 0.03  # What twice as long a first turn costs in this sum: where the sample does not ask for long ones, turns in vain are to be short.
SHY = 8
STARVED, STARVED_LEAST = 3, 20.0  # From which on a procedure that solves a file alone is starved by the combination: times its processor time, and milliseconds more.
CUT = 890_000  # Steps of a run without an answer that was cut short: most of the million that was given.
LIMIT = 10  # Seconds of processor time for each run.


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
    """What `--probe` says, the answer, the steps before the procedure, those of the procedure, the milliseconds of both, and after how many steps it let others go."""
    text, time = run(sinew, [f"--rlimit-per={steps}", f"--arm={arm}"], path)
    answers = re.findall(r"^(sat|unsat|unknown)$", text, re.M)
    features = dict(re.findall(r":([a-z-]+) (true|false|\d+)", "".join(re.findall(r"\(:probe \((.*?):order", text))))
    number = lambda name: int((re.findall(rf":{re.escape(name)} (\d+)", text) or ["0"])[0])
    spent = number(f"arm.{arm}.steps")
    answer = answers[0] if len(answers) == 1 else "several" if answers else "unknown"
    turns = re.findall(rf"^{arm} gave up after (\d+) steps", text, re.M)
    pauses = [turn for turn in itertools.accumulate(map(int, turns)) if 0 < turn < spent]
    return features, answer, number("steps") - spent, spent if answers else steps, time, pauses


def all_arms(options, row):
    """The line of one file: features, the steps and milliseconds before all procedures, and each procedure's answer, steps and milliseconds."""
    path = f"{options.root}/{row[0]}"
    features, cells, before = {}, [], 0
    for arm in options.arms.split(","):
        found, answer, before, spent, time, pauses = one_arm(options.sinew, arm, options.steps, path)
        features = features or found
        if answer in ("sat", "unsat") and row[2] in ("sat", "unsat") and answer != row[2]:
            print(f"{path}: {arm} says {answer}, recorded is {row[2]}", file=sys.stderr)
        cells.append(":".join([f"{arm}={answer}", str(spent), f"{time:.1f}", ",".join(map(str, pauses))]))
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

class File:
    """A measured file: what is before all procedures, and for each procedure whether it solves the file, its steps, its milliseconds, and whether it came to an end."""

    def __init__(self, line):
        self.path, self.suite, features, before, *cells = line.rstrip("\n").split("\t")
        self.before = float(before.split(":")[1])
        self.yes = {name for name, value in (f.split("=") for f in features.split()) if value == "true"}
        self.row = next(row for row in ROWS if self.yes.issuperset(row.split()))
        self.runs, self.pauses = {}, {}
        for cell in cells:
            arm, result = cell.split("=")
            answer, steps, time, pauses = result.split(":")
            self.pauses[arm] = [int(pause) for pause in pauses.split(",") if pause]
            solved, steps = answer in ("sat", "unsat"), max(int(steps), 1)
            self.runs[arm] = (solved, steps, max(float(time) - self.before, 0.05), solved or steps < CUT)
        # Decided before any procedure was asked, by a script with one question.
        self.decided = len(cells) == 1 and all(solved and steps == 1 for solved, steps, _, _ in self.runs.values())

    def solved(self):
        return any(solved for solved, _, _, _ in self.runs.values())

    def best(self, harder=1):
        """The milliseconds of the virtual best."""
        return self.before if self.decided else self.before + harder * min(time for solved, _, time, _ in self.runs.values() if solved)


def load(paths):
    files = [File(line) for path in paths for line in open(path)]
    return [file for file in files if file.decided or (len(file.runs) > 1 and file.solved())]


def cost(schedule, file, harder=1):
    """Milliseconds until the first answer. What is harder takes longer, but for procedures that give up."""
    if file.decided:
        return file.before
    scale = lambda solved, ended: harder if solved or not ended else 1
    left, used = {}, dict.fromkeys(file.runs, 0)
    pauses = {}
    for arm, (solved, steps, _, ended) in file.runs.items():
        times = scale(solved, ended)
        left[arm], pauses[arm] = steps * times, [pause * times for pause in file.pauses[arm]]
    turns, longest, total = dict(schedule), max(turn for _, turn in schedule), file.before
    passed_on = 0
    while turns and longest < 1 << 50:
        for arm, turn in list(turns.items()):
            solved, steps, time, ended = file.runs[arm]
            turn = max(turn, passed_on)
            granted = min(turn, left[arm]) if ended else turn
            # A procedure that lets others go does not use up its turn.
            granted = min([granted, *(pause - used[arm] for pause in pauses[arm] if pause > used[arm])])
            passed_on = turn - granted if used[arm] + granted in pauses[arm] else 0
            left[arm] -= granted
            used[arm] += granted
            total += granted * time / steps
            if ended and left[arm] == 0:
                if solved:
                    return total
                del turns[arm]
            if granted * time / steps > 0.1:
                total += VAIN
        if all(turn >= longest for turn in turns.values()):
            longest *= GROWTH
        turns = {arm: min(turn * CATCH_UP, longest) for arm, turn in turns.items()}
    return total


def best_schedule(files, arms):
    """By hill climbing over orders and turns, all procedures having their place."""
    groups = collections.defaultdict(list)
    for file in files:
        groups[file.suite].append(file)

    helpful = {arm for file in files for arm, (solved, _, _, _) in file.runs.items() if solved}

    def fair(schedule):
        if schedule[0][0] in UNPROVED and any(file.row != ROWS[0] for file in files):
            return False
        # Who gives up at once costs nothing here, wherever it stands, and may cost something elsewhere.
        if sorted(schedule, key=lambda entry: entry[0] not in helpful) != list(schedule):
            return False
        longest = itertools.accumulate((turn for _, turn in schedule), max)
        return all(turn * SHARE >= before for (_, turn), before in zip(schedule, longest))

    def worth(schedule):
        total = LONG * sum(math.log2(turn) for _, turn in schedule)
        for group in groups.values():
            for harder in HARDER:
                costs = [(cost(schedule, file, harder), file.best(harder)) for file in group]
                ratio = sum(taken for taken, _ in costs) / sum(best for _, best in costs)
                worst = max(taken / best for taken, best in costs)
                total += (math.log(ratio) + WORST * math.log(worst)) * len(group) / (len(group) + SHY)
        return total

    found = []
    for start in (arms, arms[::-1]):
        start = sorted(start, key=lambda arm: arm not in helpful)
        schedule = [(arm, min(TURNS[-2], MOST.get(arm, TURNS[-2]))) for arm in start]
        value, improved = worth(schedule), True
        while improved:
            improved = False
            for arm in arms:
                rest = [entry for entry in schedule if entry[0] != arm]
                for place in range(len(arms)):
                    for turn in (turn for turn in TURNS if LEAST.get(arm, 0) <= turn <= MOST.get(arm, turn)):
                        other = rest[:place] + [(arm, turn)] + rest[place:]
                        better = worth(other) if other != schedule and fair(other) else value
                        if better < value - 1e-9:
                            schedule, value, improved = other, better, True
        found.append((value, schedule))
    return min(found)[1]


def learn_rows(files, rows):
    """The best schedule of each of these rows; one that no file is left for has that of all files."""
    arms = list(next(file.runs for file in files if len(file.runs) > 1))
    open_files = [file for file in files if not file.decided]
    return {row: best_schedule([f for f in open_files if f.row == row] or open_files, arms) for row in rows}


def learn(options):
    files, teachers = load(options.runs), load(options.teachers)
    table = learn_rows(files + teachers, ROWS)
    for row, schedule in table.items():
        turns = ", ".join(f'("{arm}", {turn:_})' for arm, turn in schedule)
        group = [file for file in files + teachers if file.row == row and not file.decided]
        print(f"{row or 'everything else'}\n    [{turns}]\n    {len(group)} files of {len({file.suite for file in group})} suites")
    print("\n| suite | files | open to procedures | virtual best, ms | time | time, left out of the learning |\n|---|---|---|---|---|---|")
    sums = collections.Counter()
    for suite in sorted({file.suite for file in files}) + ["all"]:
        inside = [file for file in files if suite in (file.suite, "all")]
        still = sum(not file.decided for file in inside)
        sums[suite, "best"] = sum(file.best() for file in inside)
        sums[suite, "learnt"] = sum(cost(table[file.row], file) for file in inside)
        if suite != "all":
            others = [file for file in files if file.suite != suite]
            taught = learn_rows(others + teachers, {file.row for file in inside})
            sums[suite, "left out"] = sum(cost(taught[file.row], file) for file in inside)
            sums["all", "left out"] += sums[suite, "left out"]
        ratios = [sums[suite, what] / sums[suite, "best"] for what in ("learnt", "left out")]
        print(f"| {suite} | {len(inside)} | {still} | {sums[suite, 'best']:,.0f} | {ratios[0]:.2f} | {ratios[1]:.2f} |", flush=True)
    for name, more in (("teachers", teachers), ("check", load(options.check))):
        ratios = [(cost(table[file.row], file), file.best()) for file in more if not file.decided]
        if ratios:
            taken, best = (sum(column) for column in zip(*ratios))
            worst = max(ratios, key=lambda pair: pair[0] / pair[1])
            print(f"{name}: {len(ratios)} open to procedures, {taken / best:.2f} in all, at most {worst[0] / worst[1]:.1f} ({worst[0]:.0f} ms for {worst[1]:.0f})")


def is_starved(answered, time, best):
    """Whether the combination does not solve what one procedure solves, or so late that somebody must have been given the time that the procedure needed."""
    return not answered or (time > STARVED * best and time - best > STARVED_LEAST)


def compare(options):
    files = load([options.runs])
    starved = []
    print("| suite | files | solved by any | solved | best procedure, ms | time |\n|---|---|---|---|---|---|")
    rows = collections.defaultdict(lambda: [0, 0, 0, 0.0, 0.0])
    for file in files:
        path = f"{options.root}/{file.path}"
        solving = [(time, arm) for arm, (solved, _, time, _) in file.runs.items() if solved]
        # Each twice and by turns, since a machine has other work to do.
        winner = min(solving)[1]
        alone, together = ["--arm=" + winner], options.flags.split()
        (_, best), (text, time), (_, again), (_, once_more) = (run(options.sinew, flags, path) for flags in (alone, together, alone, together))
        answered = len(re.findall(r"^(sat|unsat)$", text, re.M)) == 1
        best, time = min(best, again), min(time, once_more)
        if is_starved(answered, time, best):
            starved.append((file.path, winner, best, time if answered else math.inf))
        for row in (rows[file.suite], rows["all"]):
            for at, more in enumerate((1, file.solved(), answered, best, time)):
                row[at] += more
    for suite in sorted(rows, key=lambda name: (name == "all", name)):
        count, any_one, answered, best, time = rows[suite]
        print(f"| {suite} | {count} | {any_one} | {answered} | {best:,.0f} | {time / best:.2f} |")
    print(f"\n{len(starved)} files on which a procedure is starved: not answered, or more than {STARVED} times the best procedure's time and {STARVED_LEAST:.0f} ms more")
    for path, winner, best, time in sorted(starved, key=lambda entry: entry[2] - entry[3]):
        print(f"{path}: {winner} alone {best:.0f} ms, together {f'{time:.0f} ms' if time < math.inf else 'no answer'}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    one = commands.add_parser("measure")
    one.set_defaults(do=measure)
    for name in ("sinew", "list", "root", "runs"):
        one.add_argument(name)
    one.add_argument("--steps", type=int, default=1_000_000)
    one.add_argument("--every", type=int, default=1)
    one.add_argument("--jobs", type=int, default=1)
    one.add_argument("--arms", default="context,lengths,arrange,automata,flat,equations")
    two = commands.add_parser("learn")
    two.set_defaults(do=learn)
    two.add_argument("runs", nargs="+")
    two.add_argument("--teachers", action="append", default=[])
    two.add_argument("--check", action="append", default=[])
    three = commands.add_parser("compare")
    three.set_defaults(do=compare)
    for name in ("sinew", "root", "runs"):
        three.add_argument(name)
    three.add_argument("--flags", default="", help="options of the combination, such as another order")
    options = parser.parse_args()
    options.do(options)


if __name__ == "__main__":
    main()
