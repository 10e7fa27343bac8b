"""Sessions through pySMT's generic SMT-LIB solver, about integers and about strings. It reads one line per reply."""
import sys

from pysmt.logics import QF_LIA, QF_SLIA
from pysmt.shortcuts import (
    And, Equals, GT, Int, IntToStr, Not, Plus, StrConcat, StrContains, StrIndexOf, StrLength, String, Symbol, get_env,
)
from pysmt.typing import BOOL, INT, STRING

env = get_env()
env.factory.add_generic_solver("sinew", [sys.argv[1]], [QF_LIA, QF_SLIA])
with env.factory.Solver(name="sinew", logic=QF_LIA) as solver:
    p, n = Symbol("p", BOOL), Symbol("n", INT)
    solver.add_assertion(And(p, Equals(n, Int(41))))
    assert solver.solve()
    solver.push()
    solver.add_assertion(Not(p))
    assert not solver.solve()
    solver.pop()
    solver.add_assertion(GT(Plus(n, Int(1)), Int(41)))
    assert solver.solve()
    assert solver.get_value(n) == Int(41)
    assert solver.get_value(p).is_true()

x, y, i = Symbol("x", STRING), Symbol("y", STRING), Symbol("i", INT)
with env.factory.Solver(name="sinew", logic=QF_SLIA) as solver:
    solver.add_assertion(StrContains(x, String('ab"c')))
    solver.add_assertion(Equals(StrConcat(x, y), String('zzab"cq7')))
    solver.add_assertion(Equals(StrIndexOf(y, IntToStr(Int(7)), Int(0)), i))
    solver.add_assertion(Equals(StrLength(x), Int(6)))
    assert solver.solve()
    solver.push()
    solver.add_assertion(Equals(y, String("")))
    assert not solver.solve()
    solver.pop()
    assert solver.solve()
    # After a value pySMT leaves the newline unread, so these come last.
    assert solver.get_value(x) == String('zzab"c')
    assert solver.get_value(i) == Int(1)
