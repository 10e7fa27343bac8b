#!/usr/bin/env python3
"""What vouches for the `unsat` answers on files, and what that costs.

    python3 benches/certificates.py SINEW FILE...            # or the names of files on standard input
    python3 benches/certificates.py --sizes SINEW FILE...    # the sizes of the proofs, too

Each file is cut behind its first `check-sat` and answered twice, with the firewall and without (`--no-check-unsat`), at most ten seconds each.
Prints how many answers were checked throughout, which rules the others trust, and the ratio of the processor times.
"""

import collections
import os
import re
import resource
import subprocess
import sys
import tempfile


def run(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        text = subprocess.run(command, capture_output=True, text=True, timeout=60).stdout
    except subprocess.TimeoutExpired:
        text = "timeout\n"
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return text, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def at(values, share):
    return values[min(len(values) - 1, int(len(values) * share))] if values else 0


def main():
    arguments = sys.argv[1:]
    sizes = arguments[:1] == ["--sizes"]
    arguments = arguments[sizes:]
    solver, files = arguments[0], arguments[1:] or sys.stdin.read().split()
    kinds, rules, pairs = collections.Counter(), collections.Counter(), collections.Counter()
    ratios, lengths, lost = [], [], []
    with tempfile.TemporaryDirectory() as folder:
        script, proof = os.path.join(folder, "q.smt2"), os.path.join(folder, "q.eo")
        for name in files:
            with open(name, errors="replace") as file:
                text = file.read()
            end = text.find("(check-sat)")
            with open(script, "w") as file:
                file.write(text[: end + 11] + "\n(get-info :certificate)\n")
            limit = ["--tlimit-per=10000", script]
            told, slow = run([solver] + limit)
            plain, fast = run([solver, "--no-check-unsat"] + limit)
            answer, other = told.split("\n")[0], plain.split("\n")[0]
            pairs[answer, other] += 1
            if answer != other:
                lost.append((name, answer, other))
            if answer != "unsat":
                continue
            found = re.search(r":certificate (.*)\)", told)
            certificate = found.group(1) if found else "none"
            kinds[certificate.split(" ")[0]] += 1
            rules.update(re.findall(r"[\w-]+", certificate.partition("(")[2]))
            if other == "unsat":
                # The smallest time that is measured well is about half a millisecond.
                ratios.append((slow + 0.0005) / (fast + 0.0005))
            if sizes:
                run([solver, "--dump-proof=" + proof] + limit)
                if os.path.exists(proof):
                    lengths.append(os.path.getsize(proof))
                    os.remove(proof)
    ratios.sort()
    lengths.sort()
    print("answers with and without:", dict(pairs))
    for row in lost:
        print("differs:", *row)
    print("certificates:", dict(kinds))
    print("trusted, by rule:", rules.most_common())
    print("time ratio: median %.2f, 90 %% %.2f, 95 %% %.2f" % (at(ratios, 0.5), at(ratios, 0.9), at(ratios, 0.95)))
    if sizes:
        print("bytes of proofs: median %d, 90 %% %d, most %d" % (at(lengths, 0.5), at(lengths, 0.9), at(lengths, 1)))


main()
