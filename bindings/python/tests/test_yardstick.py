"""z3py's behaviour on the same expressions."""

import re
from typing import Any

import pytest
from expressions import DECIDED, GROUND, UNIQUE, lines

import sinew.z3

z3 = pytest.importorskip("z3", reason="z3-solver is not installed")


def names(module: Any) -> dict[str, Any]:
    scope = {name: getattr(module, name) for name in dir(module) if not name.startswith("_")}
    scope["S"] = module.StringVal
    scope["x"], scope["y"] = module.Strings("x y")
    scope["n"], scope["m"] = module.Ints("n m")
    scope["p"], scope["q"] = module.Bools("p q")
    scope["f"] = module.Function("f", module.StringSort(), module.IntSort())
    return scope


OURS, THEIRS = names(sinew.z3), names(z3)


def value(module: Any, literal: Any) -> Any:
    if module.is_string_value(literal):
        return literal.as_string()
    if module.is_int_value(literal):
        return literal.as_long()
    assert module.is_true(literal) or module.is_false(literal), literal
    return module.is_true(literal)


def test_there_are_two_hundred() -> None:
    assert len(set(lines(GROUND) + lines(DECIDED) + lines(UNIQUE))) >= 200


@pytest.mark.parametrize("text", lines(GROUND))
def test_values(text: str) -> None:
    ours = value(sinew.z3, sinew.z3.simplify(eval(text, OURS)))
    theirs = eval(text, THEIRS)
    solver = z3.Solver()
    result = z3.FreshConst(theirs.sort())
    solver.add(result == theirs)
    assert solver.check() == z3.sat
    assert ours == value(z3, solver.model().eval(result, True))


def answer(module: Any, scope: dict[str, Any], text: str) -> tuple[str, Any]:
    solver = module.Solver()
    solver.set("timeout", 5_000)
    solver.add(eval(text, scope))
    answer = repr(solver.check())
    return answer, solver.model() if answer == "sat" else None


@pytest.mark.parametrize("text", lines(DECIDED))
def test_answers(text: str) -> None:
    ours, model = answer(sinew.z3, OURS, text)
    theirs, _ = answer(z3, THEIRS, text)
    assert ours != "unknown"
    if theirs != "unknown":
        assert ours == theirs
    formula = eval(text, OURS)
    if model is not None and not sinew.z3.is_quantifier(formula):
        assert sinew.z3.is_true(model.eval(formula, model_completion=True))


@pytest.mark.parametrize("text", lines(UNIQUE))
def test_models(text: str) -> None:
    ours, model = answer(sinew.z3, OURS, text)
    theirs, other = answer(z3, THEIRS, text)
    assert ours == "sat"
    if theirs == "sat":
        symbol = "x" if re.search(r"\bx\b", text) else "n"
        assert value(sinew.z3, model[OURS[symbol]]) == value(z3, other[THEIRS[symbol]])


def test_operators_have_the_same_numbers() -> None:
    version = z3.get_version()
    if version[0] != 5:
        pytest.skip("the numbers are those of z3 5")
    for name in dir(sinew.z3):
        if name.startswith("Z3_OP_"):
            if hasattr(z3, name):
                assert getattr(sinew.z3, name) == getattr(z3, name), name
    for text in lines(GROUND):
        ours, theirs = eval(text, OURS).decl(), eval(text, THEIRS).decl()
        if ours.name() == theirs.name() and "Loop" not in text:
            assert ours.kind() == theirs.kind(), text


PRINTED = r'''
-n + 3*n - (n - 1)
n*(n + 1) - (n - (n - 1))
n / 2 + n % 2
If(n > 0, n, -n)
And(n > 0, n < 3, Not(n == 1))
Implies(n > 0, x != "a")
Distinct(n, 1, 2)
x + "a"
Length(x) > 3
IndexOf(x, "a", 0) == n
InRe(x, Union(Re("a"), Star(Re("b"))))
InRe(x, Loop(Complement(Re("a")), 1, 3))
ForAll(n, n > 0)
ForAll([n, m], n > m)
Xor(p, Or(q, p))
f(x) + 2
Replace(x, "a", x.at(n + 1))
'''


@pytest.mark.parametrize("text", lines(PRINTED))
def test_prints(text: str) -> None:
    assert str(eval(text, OURS)) == str(eval(text, THEIRS))
