"""The Sinew string solver.

The core: `Term`, `Sort`, `Function`, `Solver`, `Model`, typed and small. `sinew.z3` has the names and
operators of z3py over it, `sinew.pysmt` a solver for pySMT.

>>> from sinew import Solver, Sort, Term
>>> x = Term.const("x", Sort("String"))
>>> solver = Solver(timeout=10_000)
>>> solver.assert_(Term.apply("=", Term.apply("str.++", "ab", x), "abc"))
>>> solver.check()
'sat'
>>> solver.model[x]
'c'
"""

from ._sinew import (
    BusyError,
    CharacterError,
    Function,
    InternalError,
    Model,
    OperatorError,
    OptionError,
    ParseError,
    SinewError,
    Solver,
    Sort,
    SortError,
    Term,
    __version__,
    parse,
)

__all__ = [
    "BusyError",
    "CharacterError",
    "Function",
    "InternalError",
    "Model",
    "OperatorError",
    "OptionError",
    "ParseError",
    "SinewError",
    "Solver",
    "Sort",
    "SortError",
    "Term",
    "__version__",
    "parse",
]
