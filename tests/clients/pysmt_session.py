"""A session through pySMT's generic SMT-LIB solver. It reads one line per reply."""
import sys

from pysmt.shortcuts import And, Equals, GT, Int, Not, Plus, Symbol, get_env
from pysmt.logics import QF_LIA
from pysmt.typing import BOOL, INT

name = "sinew"
env = get_env()
env.factory.add_generic_solver(name, [sys.argv[1]], [QF_LIA])
with env.factory.Solver(name=name, logic=QF_LIA) as solver:
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
