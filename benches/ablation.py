#!/usr/bin/env python3
"""The ablation of P3 (CAV 2017, section 5): one solver, five configurations of its context procedure.

    benches/ablation.py SINEW FOLDER [--seconds N] [--jobs N] [--every N] > table.md

Runs every N-th .smt2 file below FOLDER under each configuration and prints, as Markdown, how many files each solved
(sat, unsat), how many it did not, the time for those it solved, and the data of a cactus plot: after how many seconds in
total the first n files were solved, easiest first.
"""

import argparse
import concurrent.futures
import pathlib
import subprocess
import time

CONFIGURATIONS = ["plain", "s", "f", "fs", "fs'"]


def run(sinew, configuration, path, seconds):
    command = [sinew, "--arm=context", f"--context-steps={configuration}", f"--tlimit={int(seconds * 1000)}", str(path)]
    start = time.monotonic()
    try:
        reply = subprocess.run(command, capture_output=True, text=True, timeout=seconds + 2).stdout.split("\n")[0]
    except subprocess.TimeoutExpired:
        reply = "timeout"
    return reply, time.monotonic() - start


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("sinew")
    parser.add_argument("folder")
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--every", type=int, default=1)
    arguments = parser.parse_args()
    files = sorted(pathlib.Path(arguments.folder).rglob("*.smt2"))[:: arguments.every]
    results = {name: {} for name in CONFIGURATIONS}
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        # Configurations alternate, so that a busy machine is busy for all of them.
        tasks = [(name, path) for path in files for name in CONFIGURATIONS]
        answers = pool.map(lambda task: run(arguments.sinew, task[0], task[1], arguments.seconds), tasks)
        for (name, path), answer in zip(tasks, answers):
            results[name][path] = answer
    contradictions = [
        path for path in files if {"sat", "unsat"} <= {results[name][path][0] for name in CONFIGURATIONS}
    ]
    print(f"{len(files)} files, {arguments.seconds:g} s each, {arguments.jobs} at a time; contradictions: {len(contradictions)}\n")
    print("| configuration | sat | unsat | not solved | seconds for those solved |")
    print("|---|---:|---:|---:|---:|")
    for name in CONFIGURATIONS:
        answers = results[name].values()
        sat = sum(reply == "sat" for reply, _ in answers)
        unsat = sum(reply == "unsat" for reply, _ in answers)
        spent = sum(took for reply, took in answers if reply in ("sat", "unsat"))
        print(f"| {name} | {sat} | {unsat} | {len(files) - sat - unsat} | {spent:.1f} |")
    print("\nCactus data: seconds in total for the first n files, easiest first.\n")
    sorted_times = {
        name: sorted(took for reply, took in results[name].values() if reply in ("sat", "unsat")) for name in CONFIGURATIONS
    }
    points = sorted({round(len(files) * part / 20) for part in range(1, 21)})
    print("| n | " + " | ".join(CONFIGURATIONS) + " |")
    print("|---:|" + "---:|" * len(CONFIGURATIONS))
    for n in points:
        row = [f"{sum(sorted_times[name][:n]):.2f}" if len(sorted_times[name]) >= n else "" for name in CONFIGURATIONS]
        print(f"| {n} | " + " | ".join(row) + " |")


if __name__ == "__main__":
    main()
