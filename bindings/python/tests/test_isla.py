"""Queries of a real client of z3py: ISLa, an input generator, asks z3 what we are asked too."""

import pytest

pytest.importorskip("isla", reason="isla-solver is not installed")
import isla.solver
import isla.z3_helpers
import z3

import sinew.z3

GRAMMAR = {
    "<start>": ["<line>"],
    "<line>": ["<number>,<word>"],
    "<number>": ["<digit><number>", "<digit>"],
    "<digit>": list("0123456789"),
    "<word>": ["<letter><word>", "<letter>"],
    "<letter>": list("abcdef"),
}

CONSTRAINTS = [
    "str.to.int(<number>) >= 100 and str.to.int(<number>) <= 120",
    '(and (> (str.len <word>) 6) (str.contains <word> "fade"))',
    '(str.in_re <word> (re.+ (re.++ (re.opt (str.to_re "a")) (re.range "c" "f"))))',
    "str.len(<word>) = str.to.int(<number>)",
]


@pytest.mark.parametrize("constraint", CONSTRAINTS)
def test_queries(constraint: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    original = isla.z3_helpers.z3_solve

    def solve(formulas, timeout_ms=500):  # type: ignore[no-untyped-def]
        formulas = list(formulas)
        result = original(formulas, timeout_ms)
        script = z3.Solver()
        script.add(*formulas)
        ours = sinew.z3.Solver()
        ours.set("timeout", 10_000)
        ours.from_string(script.to_smt2())
        asked.append((str(result[0]), str(ours.check())))
        return result

    for module in (isla.z3_helpers, isla.solver):
        monkeypatch.setattr(module, "z3_solve", solve)
    solver = isla.solver.ISLaSolver(GRAMMAR, constraint, timeout_seconds=8)
    for _ in range(4):
        try:
            solver.solve()
        except (StopIteration, TimeoutError):
            break
    assert asked
    for theirs, ours in asked:
        assert ours != "unknown" and (theirs == ours or theirs == "unknown")
