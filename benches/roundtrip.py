#!/usr/bin/env python3
"""Whether the proofs that are written are read again, by our own checker and, where there is one, by Ethos.

    python3 benches/roundtrip.py SINEW FILE...               # or the names of files on standard input
    python3 benches/roundtrip.py [--ethos FOLDER] [--tune NAME=VALUE] SINEW FILE...

FOLDER has `ethos` in it, and CPC's folder, called `cpc`. Each file is cut behind its first `check-sat` and answered with `--dump-proof`, at most ten
seconds (files that pop, reset or assume before that are left out: a proof is about one list of assertions); the proof is then read by `sinew check-proof`, and by Ethos behind `(include …)` and `(reference …)`. Prints what came of it, and every
file whose proof is refused. The exit status is 1 if there is one.
"""

import collections
import os
import re
import shutil
import subprocess
import sys
import tempfile

OWN_RULES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "proofs", "sinew.eo")


def run(command, seconds=60):
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=seconds)
        return done.stdout + done.stderr
    except subprocess.TimeoutExpired:
        return "timeout"


def with_plain_heads(text):
    """The script with `(f 1 2 x)` for `((_ f 1 2) x)`, outside of literals: Ethos reads indices so, and applies `(_ f 1 2)` to one at a time."""
    parts = re.split(r'("(?:[^"]|"")*"|;[^\n]*)', text)
    return "".join(
        part if part[:1] in ('"', ";") else re.sub(r"\(\s*\(\s*_\s+(re\.loop|re\.\^|divisible)\s+([0-9\s]+)\)", r"(\1 \2", part)
        for part in parts
    )


def without_names(text):
    """The script with `t` for `(! t :named n)`, outside of literals: Ethos does not read names of terms."""
    parts = re.split(r'("(?:[^"]|"")*"|;[^\n]*|\|[^|]*\||[()])', text)
    open_at, written = [], []
    for part in parts:
        if part == "(":
            open_at.append(len(written))
        written.append(part)
        if part == ")" and open_at:
            start = open_at.pop()
            inside = "".join(written[start + 1 : -1])
            found = re.fullmatch(r"\s*!\s(.*?)\s*:named\s+(?:\|[^|]*\||[^\s()]+)\s*", inside, re.S)
            if found:
                written[start:] = [found.group(1)]
    return "".join(written)


def by_ethos(folder, script, proof, work):
    """What Ethos says: `correct`, `incomplete` (something was trusted), or why not."""
    with open(script) as file:
        problem = without_names(with_plain_heads(file.read()))
    script = os.path.join(work, "plain.smt2")
    with open(script, "w") as file:
        file.write(problem)
    with open(proof) as file:
        steps = file.read()
    whole = os.path.join(work, "whole.eo")
    with open(whole, "w") as file:
        file.write('(include "%s")\n(reference "%s")\n' % (os.path.join(folder, "sinew.eo"), script))
        file.write(steps)
    said = run([os.path.join(folder, "ethos"), "--require-proof-of-false", "--reference-define-fun", whole])
    # Attributes that Ethos does not know are told before the verdict.
    words = [line for line in said.split("\n") if line in ("correct", "incomplete", "incorrect", "timeout")]
    return words[0] if words else said.strip()[:300] or "nothing"


def main():
    arguments = sys.argv[1:]
    ethos = None
    if arguments[:1] == ["--ethos"]:
        ethos, arguments = os.path.abspath(arguments[1]), arguments[2:]
        shutil.copy(OWN_RULES, os.path.join(ethos, "sinew.eo"))
    tuned = []
    if arguments[:1] == ["--tune"]:
        tuned, arguments = arguments[:2], arguments[2:]
    solver, files = arguments[0], arguments[1:] or sys.stdin.read().split()
    ours, theirs, refused = collections.Counter(), collections.Counter(), []
    plain = 0
    with tempfile.TemporaryDirectory() as folder:
        script, asked, proof = (os.path.join(folder, name) for name in ("q.smt2", "asked.smt2", "q.eo"))
        for name in files:
            with open(name, errors="replace") as file:
                text = file.read()
            end = text.find("(check-sat)")
            if end < 0 or re.search(r"\((pop|reset|check-sat-assuming)", text[:end]):
                ours["asks in several levels", "", "left out"] += 1
                continue
            # Nothing is popped before it: the levels make no difference.
            text = re.sub(r"\(push[ 0-9]*\)", "", text[:end]) + text[end:]
            end = text.find("(check-sat)")
            with open(script, "w") as file:
                file.write(text[: end + 11] + "\n")
            with open(asked, "w") as file:
                file.write(text[: end + 11] + "\n(get-info :certificate)\n")
            if os.path.exists(proof):
                os.remove(proof)
            told = run([solver, "--tlimit-per=10000", "--dump-proof=" + proof, *tuned, asked])
            found = re.search(r":certificate (\w+)", told)
            certificate = found.group(1) if found else "none"
            if not os.path.exists(proof):
                ours[told.split("\n")[0], certificate, "no proof"] += 1
                continue
            verdict = run([solver, "check-proof", script, proof]).strip()
            word = verdict.split(" ")[0]
            ours["unsat", certificate, word] += 1
            if word != certificate:
                refused.append((name, verdict[:300]))
            if ethos and certificate == "checked":
                said = by_ethos(ethos, script, proof, folder)
                theirs[said.split(" ")[0].split("\n")[0]] += 1
                with open(proof) as file:
                    plain += said == "correct" and ":rule sinew_" not in file.read()
                if said != "correct":
                    refused.append((name, "Ethos: " + said.replace("\n", " ")))
    for key, count in sorted(ours.items()):
        print(count, *key)
    if ethos:
        print("Ethos on those that are checked:", dict(theirs))
        print("of these correct without rules of our own:", plain)
    for row in refused:
        print("refused:", *row)
    sys.exit(1 if refused else 0)


main()
