#!/usr/bin/env python3
"""Each tuned constant at half and at twice its default: what that does to answers and steps.

    python3 benches/tuning.py SINEW FILE... [--steps N] [--files-used N] [--only PREFIX] [--skip PREFIX]

Of the files, in the order given, the first N are taken that need more than 3,000 steps by default. A row has, for either value,
how many of them are decided, the sum of steps relative to the default, and the number of files with another count of steps.
A constant that touches no file is a bound that the sample does not reach. Steps, not seconds: a loaded machine does not matter.
An answer that turns from `sat` to `unsat` or back is a defect, and ends the run with status 1."""

import argparse
import re
import subprocess
import sys


def run(sinew, file, steps, tune=None):
    command = [sinew, "--stats", f"--rlimit-per={steps}", "--tlimit-per=60000", "--no-check-unsat"]
    if tune:
        command.append(f"--tune={tune}")
    out = subprocess.run(command + [file], capture_output=True, text=True, timeout=120).stdout
    answers = re.findall(r"^(?:sat|unsat|unknown)$", out, re.M)
    count = re.search(r":steps (\d+)", out)
    return answers, int(count[1]) if count else 0


def contradicts(old, new):
    return any(a != b and "unknown" not in (a, b) for a, b in zip(old, new))


def tunables(sinew):
    for line in subprocess.run([sinew, "--list-tunables"], capture_output=True, text=True).stdout.splitlines():
        row = re.match(r"(\S+)\s+(\d+)\s+(\d+)\.\.(\d*)\s", line)
        if row:
            yield row[1], int(row[2]), int(row[3]), int(row[4] or 2**62)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("sinew")
    parser.add_argument("files", nargs="+")
    parser.add_argument("--steps", type=int, default=300_000)
    parser.add_argument("--files-used", type=int, default=100)
    parser.add_argument("--only", action="append", default=[])
    parser.add_argument("--skip", action="append", default=[])
    args = parser.parse_args()
    base = {}
    for file in args.files:
        answers, steps = run(args.sinew, file, args.steps)
        if steps > 3_000:
            base[file] = (answers, steps)
            if len(base) == args.files_used:
                break
    decided = sum("unknown" not in answers for answers, _ in base.values())
    total = sum(steps for _, steps in base.values())
    print(f"{len(base)} files, {decided} decided by default in {total:,} steps\n", flush=True)
    print("| constant | default | half: decided, steps, touched | twice: decided, steps, touched |\n|---|---|---|---|", flush=True)
    wrong = False
    for name, default, least, most in tunables(args.sinew):
        if args.only and not name.startswith(tuple(args.only)) or name.startswith(tuple(args.skip)):
            continue
        cells = []
        for value in (default // 2, default * 2):
            if value == default or not least <= value <= most:
                cells.append("")
                continue
            solved = steps = touched = 0
            for file, (answers, count) in base.items():
                new, used = run(args.sinew, file, args.steps, f"{name}={value}")
                solved += "unknown" not in new
                steps += used
                touched += used != count
                if contradicts(answers, new):
                    print(f"CONTRADICTION {name}={value} {file} {answers} {new}", file=sys.stderr)
                    wrong = True
            cells.append(f"{solved}, {steps / total:.3f}, {touched}")
        print(f"| `{name}` | {default:,} | {cells[0]} | {cells[1]} |", flush=True)
    return 1 if wrong else 0


sys.exit(main())
