#!/usr/bin/env python3
"""Scripts as a symbolic executor writes them, and how long solvers take for them.

    benches/incremental.py [--sizes 100,400] [--limit SECONDS] SINEW Z3 CVC5 …
    benches/incremental.py [--sizes 100,400] --write FOLDER          # the scripts alone

The first prints the table of docs/benchmarks/incremental.md: wall time per script, and after `>` how
many checks had no answer when a script ran into the limit; contradictions between solvers
are named on standard error.

A program runs on a hidden input. At each of its branches both sides are asked: the one that the
input takes, so the path condition stays satisfiable, and the other one, which may be impossible. Then
the side taken joins the path condition. A script has so many checks as its name says. Three ways
of asking:

  scopes     (push) (assert c) (check-sat) (pop) (push) (assert (not c)) (check-sat) (pop) (assert c)
  nested     the same, but the side taken stays in its scope, and at times the executor returns to an
             earlier branch and takes the program's other input from there
  assuming   every branch has a Boolean constant that implies its condition; check-sat-assuming
             lists those of the path

and three programs:

  scan       a loop over the characters of a line, with comparisons as in a switch
  fields     a line is cut at separators; parts are compared, measured, read as numbers
  checks     patterns, prefixes, containment and lengths of several parameters
"""

import argparse
import random
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

WAYS = ["scopes", "nested", "assuming"]
PROGRAMS = ["scan", "fields", "checks"]


def literal(text):
    return '"' + text.replace('"', '""') + '"'


def number(value):
    return str(value) if value >= 0 else f"(- {-value})"


class Input:
    """Hidden values of the program's inputs, and terms over them with their values."""

    def __init__(self, rng, program, size):
        self.rng = rng
        self.values = {}
        word = lambda n: "".join(rng.choice("abcxyz019") for _ in range(n))
        if program == "scan":
            self.values["line"] = "".join(rng.choice("ab1= ;\"") for _ in range(max(6, size // 8)))
        elif program == "fields":
            for i in range(max(1, size // 60)):
                self.values[f"line{i}"] = ";".join(
                    f"{word(rng.randint(1, 4))}={rng.choice([word(3), str(rng.randint(0, 9999))])}"
                    for _ in range(rng.randint(2, 4)))
        else:
            for i in range(max(2, size // 40)):
                self.values[f"p{i}"] = rng.choice(
                    [f"http://{word(4)}.{word(2)}/{word(5)}", f"/usr/{word(4)}/{word(3)}.{word(3)}",
                     f"{word(3)}@{word(4)}.com", str(rng.randint(0, 99999)), word(7)])

    def branches(self, program):
        return {"scan": self.scan, "fields": self.fields, "checks": self.checks}[program]()

    def scan(self):
        """For each character: is there one, which one, and at times what the loop has built up."""
        rng, line = self.rng, self.values["line"]
        while True:
            for i in range(len(line)):
                yield f"(> (str.len line) {i})", len(line) > i
                for c in rng.sample("ab1= ;\"", 3):
                    yield f"(= (str.at line {i}) {literal(c)})", line[i] == c
                if rng.random() < 0.2:
                    j = rng.randint(0, i)
                    part = line[j:i + 1]
                    guess = part if rng.random() < 0.4 else "".join(rng.choice("ab1=") for _ in part)
                    yield (f"(= (str.substr line {j} {i + 1 - j}) {literal(guess)})", part == guess)
                if rng.random() < 0.15:
                    c = rng.choice("ab1=;")
                    yield (f"(= (str.indexof line {literal(c)} {i}) {number(line.find(c, i))})", True)
                if rng.random() < 0.1:
                    yield (f"(str.in_re (str.substr line 0 {i + 1}) "
                           "(re.+ (re.union (re.range \"a\" \"z\") (re.range \"0\" \"9\"))))",
                           re.fullmatch("[a-z0-9]+", line[:i + 1]) is not None)
            yield f"(> (str.len line) {len(line)})", False
            # A longer line is not there: the loop starts over with other comparisons.

    def fields(self):
        rng = self.rng
        while True:
            for name in list(self.values):
                rest, value = name, self.values[name]
                while value:
                    cut = value.find(";")
                    yield f"(str.contains {rest} \";\")", cut >= 0
                    at = f"(str.indexof {rest} \";\" 0)"
                    field, content = (
                        (f"(str.substr {rest} 0 {at})", value[:cut]) if cut >= 0 else (rest, value))
                    yield from self.field(field, content)
                    if cut < 0 or len(rest) > 200:
                        break
                    rest = f"(str.substr {rest} (+ {at} 1) (- (str.len {rest}) (+ {at} 1)))"
                    value = value[cut + 1:]

    def field(self, field, content):
        rng = self.rng
        at = content.find("=")
        yield f"(= (str.indexof {field} \"=\" 0) (- 1))", at < 0
        key = f"(str.substr {field} 0 (str.indexof {field} \"=\" 0))"
        for guess in [content[:at], "".join(rng.choice("abc") for _ in range(2))]:
            yield f"(= {key} {literal(guess)})", content[:at] == guess
        start = f"(+ (str.indexof {field} \"=\" 0) 1)"
        value, text = f"(str.substr {field} {start} (- (str.len {field}) {start}))", content[at + 1:]
        yield f"(>= (str.to_int {value}) 0)", text.isdigit()
        if text.isdigit():
            limit = rng.randint(0, 9999)
            yield f"(> (str.to_int {value}) {limit})", int(text) > limit
        else:
            c = rng.choice("abcxyz")
            yield f"(str.prefixof {literal(c)} {value})", text.startswith(c)
        limit = rng.randint(1, 6)
        yield f"(<= (str.len {value}) {limit})", len(text) <= limit

    def checks(self):
        rng = self.rng
        patterns = [
            ("(re.++ (str.to_re \"http\") (re.opt (str.to_re \"s\")) (str.to_re \"://\") re.all)",
             "https?://.*"),
            ("(re.+ (re.range \"0\" \"9\"))", "[0-9]+"),
            ("(re.++ (re.+ (re.union (re.range \"a\" \"z\") (re.range \"0\" \"9\"))) (str.to_re \"@\") "
             "(re.+ (re.range \"a\" \"z\")) (str.to_re \".com\"))", "[a-z0-9]+@[a-z]+\\.com"),
            ("(re.++ (re.* (re.++ (str.to_re \"/\") (re.* (re.range \"a\" \"z\")))) "
             "(re.opt (re.++ (str.to_re \".\") ((_ re.loop 1 3) (re.range \"a\" \"z\")))))",
             "(/[a-z]*)*(\\.[a-z]{1,3})?"),
        ]
        while True:
            name = rng.choice(list(self.values))
            value = self.values[name]
            kind = rng.randrange(9)
            if kind == 0:
                smt, regex = rng.choice(patterns)
                yield f"(str.in_re {name} {smt})", re.fullmatch(regex, value, re.DOTALL) is not None
            elif kind == 1:
                part = rng.choice(["http", "/usr", "/", "a", value[:3]])
                yield f"(str.prefixof {literal(part)} {name})", value.startswith(part)
            elif kind == 2:
                part = rng.choice([".com", ".", "/", "@", value[-2:], "xy", "0"])
                yield f"(str.contains {name} {literal(part)})", part in value
            elif kind == 3:
                part = rng.choice([".com", "c", value[-3:], "z"])
                yield f"(str.suffixof {literal(part)} {name})", value.endswith(part)
            elif kind == 4:
                limit = rng.randint(0, 24)
                yield f"(> (str.len {name}) {limit})", len(value) > limit
            elif kind == 5:
                i, c = rng.randint(0, 12), rng.choice("abc/.:0")
                yield f"(= (str.at {name} {i}) {literal(c)})", value[i:i + 1] == c
            elif kind == 6:
                other = rng.choice(list(self.values))
                yield (f"(= (str.len {name}) (str.len {other}))", len(value) == len(self.values[other]))
            elif kind == 7:
                limit = rng.randint(0, 99999)
                as_int = int(value) if value.isdigit() else -1
                yield f"(> (str.to_int {name}) {limit})", as_int > limit
            else:
                c = rng.choice("/.@a:")
                limit = rng.randint(0, 10)
                yield f"(< (str.indexof {name} {literal(c)} 0) {limit})", value.find(c) < limit


def script(program, way, size, seed):
    rng = random.Random(f"{program} {way} {size} {seed}")
    source = Input(rng, program, size)
    lines = ["(set-logic ALL)"]
    lines += [f"(declare-const {name} String)" for name in source.values]
    names, path, checks, seen = [], [], 0, set()
    for condition, taken in source.branches(program):
        if checks >= size:
            break
        if condition in seen:
            condition = f"(not (not {condition}))" if rng.random() < 0.2 else condition
        seen.add(condition)
        sides = [condition, f"(not {condition})"]
        if way == "assuming":
            name = f"b{len(names)}"
            names.append(name)
            lines += [f"(declare-const {name} Bool)", f"(assert (=> {name} {condition}))",
                      f"(assert (=> (not {name}) (not {condition})))"]
            for side in [name, f"(not {name})"]:
                lines.append(f"(check-sat-assuming ({' '.join(path + [side])}))")
            path.append(name if taken else f"(not {name})")
        else:
            for side in sides:
                lines += ["(push 1)", f"(assert {side})", "(check-sat)", "(pop 1)"]
            side = sides[0] if taken else sides[1]
            if way == "nested":
                lines += ["(push 1)", f"(assert {side})"]
                path.append(side)
                if len(path) > 8 and rng.random() < 0.04:
                    back = rng.randint(1, len(path) // 2)
                    lines.append(f"(pop {back})")
                    del path[-back:]
            else:
                lines.append(f"(assert {side})")
        checks += 2
    return "\n".join(lines) + "\n(exit)\n"


def run(command, text, limit):
    with tempfile.NamedTemporaryFile("w", suffix=".smt2") as file:
        file.write(text)
        file.flush()
        before = time.time()
        with subprocess.Popen(command + [file.name], stdout=subprocess.PIPE, text=True,
                              stderr=subprocess.DEVNULL) as process:
            try:
                replies, _ = process.communicate(timeout=limit)
            except subprocess.TimeoutExpired:
                process.kill()
                replies, _ = process.communicate()
        return time.time() - before, [r for r in replies.split() if r in ("sat", "unsat", "unknown")]


def cell(result, asked):
    seconds, replies = result
    answered = sum(reply != "unknown" for reply in replies)
    time_ = f"{seconds:.2f}" if len(replies) == asked else f"> {seconds:.0f}"
    return time_ + (f" ({asked - answered} open)" if answered < asked else "")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--sizes", default="100,400")
    parser.add_argument("--limit", type=float, default=20)
    parser.add_argument("--write")
    parser.add_argument("solvers", nargs="*")
    options = parser.parse_args()
    scripts = {(program, way, int(size)): script(program, way, int(size), 1)
               for program in PROGRAMS for way in WAYS for size in options.sizes.split(",")}
    if options.write:
        folder = Path(options.write)
        folder.mkdir(parents=True, exist_ok=True)
        for (program, way, size), text in scripts.items():
            (folder / f"{program}-{way}-{size}.smt2").write_text(text)
        return
    flags = {"cvc5": ["--incremental", "--strings-exp"]}
    commands = [[solver, *flags.get(Path(solver).name, [])] for solver in options.solvers]
    print("| program | way | checks | unsat | " + " | ".join(Path(c[0]).name for c in commands) + " |")
    print("|---" * (4 + len(commands)) + "|")
    for (program, way, size), text in scripts.items():
        asked = text.count("(check-sat")
        results = [run(command, text, options.limit) for command in commands]
        for index in range(asked):
            said = {r[index] for _, r in results if len(r) > index} - {"unknown"}
            if len(said) > 1:
                print(f"{program}-{way}-{size}: check {index} is {said}", file=sys.stderr)
        unsat = max(r.count("unsat") for _, r in results)
        cells = " | ".join(cell(result, asked) for result in results)
        print(f"| {program} | {way} | {asked} | {unsat} | {cells} |", flush=True)


if __name__ == "__main__":
    main()
