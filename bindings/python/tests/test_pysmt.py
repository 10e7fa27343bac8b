"""The solver for pySMT."""

import pytest

pytest.importorskip("pysmt", reason="pySMT is not installed")

from pysmt.exceptions import ConvertExpressionError, SolverReturnedUnknownResultError
from pysmt.logics import QF_SLIA
from pysmt.shortcuts import (
    GT,
    And,
    Bool,
    Equals,
    FunctionType,
    Function,
    Iff,
    Int,
    IntToStr,
    Ite,
    Not,
    Or,
    Plus,
    Real,
    Solver,
    StrCharAt,
    StrConcat,
    StrContains,
    StrIndexOf,
    StrLength,
    StrPrefixOf,
    StrReplace,
    StrSubstr,
    StrSuffixOf,
    StrToInt,
    String,
    Symbol,
    Times,
    get_env,
)
from pysmt.typing import INT, REAL, STRING

import sinew.z3 as z
from sinew.pysmt import SinewSolver, add_to_environment

x, y, i = Symbol("x", STRING), Symbol("y", STRING), Symbol("i", INT)


def test_a_session_by_name_with_line_breaks() -> None:
    add_to_environment()
    add_to_environment()
    with Solver(name="sinew", logic=QF_SLIA) as solver:
        solver.add_assertion(
            And(
                StrContains(x, String('ab"c\n')),
                Equals(StrLength(x), Int(8)),
                Equals(StrConcat(x, y), String('zzzab"c\nqqqq')),
                Equals(StrIndexOf(y, String("q"), Int(0)), i),
            )
        )
        assert solver.solve()
        assert solver.get_py_value(x) == 'zzzab"c\n' and solver.get_py_value(i) == 0
        solver.push()
        solver.add_assertion(Equals(y, String("")))
        assert not solver.solve()
        solver.pop()
        assert solver.solve()
        model = solver.get_model()
        assert model.get_value(y) == String("qqqq")
        assert solver.is_sat(Equals(i, Int(0))) and solver.is_unsat(Equals(i, Int(1)))
        assert solver.solve() and len(solver.assertions) == 1


def test_every_operator() -> None:
    word = String("abcab")
    facts = [
        Equals(StrLength(word), Int(5)),
        Equals(StrConcat(String("ab"), String("c")), String("abc")),
        StrContains(word, String("ca")),
        Equals(StrIndexOf(word, String("b"), Int(2)), Int(4)),
        Equals(StrReplace(word, String("b"), String("x")), String("axcab")),
        Equals(StrSubstr(word, Int(1), Int(3)), String("bca")),
        StrPrefixOf(String("ab"), word),
        StrSuffixOf(String("cab"), word),
        Equals(StrToInt(String("12")), Int(12)),
        Equals(IntToStr(Int(12)), String("12")),
        Equals(StrCharAt(word, Int(2)), String("c")),
        Equals(Ite(Bool(True), Int(1), Int(2)), Int(1)),
        Iff(Or(Bool(False), Bool(True)), GT(Plus(Int(1), Times(Int(2), Int(3))), Int(6))),
    ]
    for fact in facts:
        with SinewSolver() as solver:
            assert solver.is_valid(fact), fact


def test_regular_expressions() -> None:
    with SinewSolver() as solver:
        digits = solver.InRe(x, z.Plus(z.Range("0", "9")))
        letters = solver.InRe(x, z.Plus(z.Range("a", "z")))
        solver.add_assertion(And(Or(digits, letters), Equals(StrLength(x), Int(2))))
        assert solver.solve()
        solver.push()
        solver.add_assertion(Not(letters))
        assert solver.solve() and solver.get_py_value(x).isdigit()
        assert solver.get_py_value(digits) is True
        solver.add_assertion(And(digits, letters))
        assert not solver.solve()
        solver.pop()
        assert solver.solve([letters]) and solver.get_py_value(x).isalpha()


def test_functions_cores_and_limits() -> None:
    f = Symbol("f", FunctionType(INT, [STRING]))
    with SinewSolver(unsat_cores_mode="all") as solver:
        first, second = Equals(x, y), Not(Equals(Function(f, [x]), Function(f, [y])))
        solver.add_assertions([first, GT(i, Int(3)), second])
        assert not solver.solve() and solver.get_unsat_core() == {first, second}
    a, b, c = (Symbol(name, INT) for name in "abc")
    with SinewSolver(solver_options={"timeout": 100}) as solver:
        cubes = Plus(Times(a, a, a), Times(b, b, b), Times(c, c, c))
        solver.add_assertion(Equals(cubes, Int(114)))
        with pytest.raises(SolverReturnedUnknownResultError, match="timeout"):
            solver.solve()


def test_what_there_is_not_is_an_error() -> None:
    with SinewSolver() as solver:
        with pytest.raises(ConvertExpressionError):
            solver.add_assertion(Equals(Symbol("r", REAL), Real(1)))
    assert get_env()
