#!/usr/bin/env python3
"""Whether the firewall stops a solver that is wrong.

    git apply benches/mutants.patch && cargo build --release -p sinew
    python3 benches/mutants.py target/release/sinew LAWS FILE...
    git apply -R benches/mutants.patch

The patch puts wrong conclusions into a build, one kind at a time, chosen by the environment (`SINEW_MUTANT=kind:name`): a law that gives something else, an
inference without one of its premises or with the opposite conclusion, conflicts of arithmetic and of congruence that blame too little, cores that are taken for parts of what they are not parts of.
LAWS is `crates/sinew-simplify/tests/common/laws.txt`: that a term equals its normal form has a model, so `unsat` is wrong. The files must be satisfiable.
A mutant counts if it makes an answer wrong without the firewall; it is stopped if no answer is wrong with it.
"""

import collections
import os
import subprocess
import sys
import tempfile

DECLARATIONS = "".join(
    f"(declare-const {name} {sort})"
    for names, sort in (("xyz", "String"), ("ijk", "Int"), ("pqr", "Bool"))
    for name in names
)
INFERENCES = """f-unify endpoint-empty constant-clash cycle unit f-split f-split-constant membership-empty membership-length membership-split ext-expand ext-simplify
form-eq cancel equation-unsolvable order-cycle order-equal containment code-injective ext-implied length fixed-length count conversion""".split()
OTHERS = """arith:last-reason arith:first-reason arith:stale-reason arith:bound memory:euf-explanation memory:euf-conflict memory:core-member memory:any-core""".split()


def answers(solver, mutant, path, *options):
    environment = dict(os.environ, SINEW_MUTANT=mutant)
    try:
        command = [solver, "--tlimit-per=1000", *options, path]
        done = subprocess.run(command, capture_output=True, text=True, timeout=10, env=environment)
        return done.stdout.split("\n")
    except subprocess.TimeoutExpired:
        return []


def main():
    solver, laws, files = sys.argv[1], sys.argv[2], sys.argv[3:]
    folder = tempfile.mkdtemp()
    jobs = collections.defaultdict(list)
    with open(laws) as lines:
        for number, line in enumerate(lines):
            law, found, rest = line.partition(": ")
            sides = rest.strip().split(" ⟶ ")
            if found and len(sides) == 2 and not line.startswith("#"):
                path = os.path.join(folder, f"{number}.smt2")
                with open(path, "w") as script:
                    script.write(f"{DECLARATIONS}(assert (= {sides[0]} {sides[1]}))(check-sat)\n")
                jobs["law:" + law].append(path)
    for name in INFERENCES:
        jobs["premise:" + name] = jobs["conclusion:" + name] = files
    for mutant in OTHERS:
        jobs[mutant] = files
    count, stopped, through = 0, 0, []
    for mutant, paths in jobs.items():
        wrong = [path for path in paths if "unsat" in answers(solver, mutant, path, "--no-check-unsat")]
        if not wrong:
            continue
        count += 1
        told = [path for path in wrong if "unsat" in answers(solver, mutant, path)]
        stopped += not told
        through += [(mutant, path) for path in told[:1]]
        print(mutant, "wrong:", len(wrong), "told:", len(told), flush=True)
    print(f"{count} mutants make an answer wrong; {stopped} are stopped")
    for mutant, path in through:
        print("not stopped:", mutant, path)


main()
