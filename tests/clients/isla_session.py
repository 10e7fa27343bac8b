"""ISLa, an input generator, with its queries about strings sent to the solver at the end of a pipe.

ISLa asks z3 in its own process. Here every query is printed, sent to the solver, and the values that come back are what ISLa goes on
with: z3 only makes its own model of them.
"""
import re
import subprocess
import sys

import isla.solver
import isla.z3_helpers
import z3

GRAMMAR = {
    "<start>": ["<line>"],
    "<line>": ["<number>,<word>"],
    "<number>": ["<digit><number>", "<digit>"],
    "<digit>": list("0123456789"),
    "<word>": ["<letter><word>", "<letter>"],
    "<letter>": list("abcdef"),
}
CONSTRAINTS = {
    "str.to.int(<number>) >= 100 and str.to.int(<number>) <= 120": lambda n, w: 100 <= int(n) <= 120,
    '(and (> (str.len <word>) 6) (str.contains <word> "fade"))': lambda n, w: len(w) > 6 and "fade" in w,
    '(str.in_re <word> (re.+ (re.++ (re.opt (str.to_re "a")) (re.range "c" "f"))))': lambda n, w: re.fullmatch("(a?[c-f])+", w),
}
original, asked = isla.z3_helpers.z3_solve, []


def constants(formulas):
    found, seen, stack = {}, set(), list(formulas)
    while stack:
        term = stack.pop()
        if term.get_id() in seen:
            continue
        seen.add(term.get_id())
        stack.extend(term.children())
        if z3.is_const(term) and term.decl().kind() == z3.Z3_OP_UNINTERPRETED:
            found[term.decl().name()] = term
    return list(found.values())


def solve(formulas, timeout_ms=500):
    formulas = list(formulas)
    script = z3.Solver()
    script.add(*formulas)
    symbols = constants(formulas)
    names = " ".join(term.sexpr() for term in symbols)
    text = script.to_smt2() + (f"(get-value ({names}))\n" if names else "")
    output = subprocess.run([sys.argv[1], "-in", "--tlimit-per=10000"], input=text, capture_output=True, text=True).stdout
    answer, _, values = output.partition("\n")
    asked.append(answer)
    if answer == "unsat":
        return z3.unsat, None
    assert answer == "sat", (output, text)
    # The values alone: z3 need not find out again that they are a model.
    pinned = z3.Solver()
    for term in symbols:
        pinned.add(term == value(term, values))
    assert pinned.check() == z3.sat, (output, text)
    return z3.sat, pinned.model()


def value(term, values):
    """What a reply to `get-value` says about a constant."""
    _, _, rest = values.partition(f"({term.sexpr()} ")
    if term.sort() == z3.IntSort():
        return int(re.match(r"(\(- )?\d+", rest).group().replace("(- ", "-"))
    literal = re.match(r'"((?:[^"]|"")*)"', rest).group(1)
    return z3.StringVal(literal.replace('""', '"'))


for module in (isla.z3_helpers, isla.solver):
    module.z3_solve = solve
for constraint, holds in CONSTRAINTS.items():
    solver = isla.solver.ISLaSolver(GRAMMAR, constraint, timeout_seconds=60)
    found = 0
    while found < 3:
        try:
            number, word = str(solver.solve()).split(",")
        except (StopIteration, TimeoutError):
            break
        assert holds(number, word), (constraint, number, word)
        found += 1
    assert found, constraint
assert len(asked) > 3, asked
