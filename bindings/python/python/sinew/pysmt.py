"""A solver for pySMT, in the process: strings, integers, functions, and regular expressions.

pySMT talks to foreign solvers through a pipe and reads one line per reply, which values with line
breaks do not fit into. This solver has no pipe: formulas become terms, and values constants of pySMT.
pySMT has no regular expressions; `InRe` makes an atom of one that its connectives take.

>>> from pysmt.shortcuts import And, Equals, Int, StrLength, Symbol
>>> from pysmt.typing import STRING
>>> from sinew.pysmt import SinewSolver
>>> from sinew.z3 import Plus, Range
>>> x = Symbol("x", STRING)
>>> with SinewSolver() as solver:
...     solver.add_assertion(And(solver.InRe(x, Plus(Range("a", "a"))), Equals(StrLength(x), Int(3))))
...     solver.solve(), solver.get_py_value(x)
(True, 'aaa')
"""

from __future__ import annotations

from typing import Any, Iterable, Optional, Union

from pysmt import operators as op
from pysmt.environment import get_env
from pysmt.exceptions import (
    ConvertExpressionError,
    SolverReturnedUnknownResultError,
    SolverStatusError,
)
from pysmt.logics import QF_SLIA, QF_UFLIA, Logic
from pysmt.solvers.eager import EagerModel
from pysmt.solvers.options import SolverOptions
from pysmt.solvers.solver import IncrementalTrackingSolver, UnsatCoreSolver

from . import _sinew as core
from .z3.exprs import ReRef

#: Operators whose arguments are those of SMT-LIB.
_OPERATORS = {
    op.AND: "and",
    op.OR: "or",
    op.NOT: "not",
    op.IMPLIES: "=>",
    op.IFF: "=",
    op.EQUALS: "=",
    op.ITE: "ite",
    op.LE: "<=",
    op.LT: "<",
    op.PLUS: "+",
    op.MINUS: "-",
    op.TIMES: "*",
    op.STR_LENGTH: "str.len",
    op.STR_CONCAT: "str.++",
    op.STR_CONTAINS: "str.contains",
    op.STR_INDEXOF: "str.indexof",
    op.STR_REPLACE: "str.replace",
    op.STR_SUBSTR: "str.substr",
    op.STR_PREFIXOF: "str.prefixof",
    op.STR_SUFFIXOF: "str.suffixof",
    op.STR_TO_INT: "str.to_int",
    op.INT_TO_STR: "str.from_int",
    op.STR_CHARAT: "str.at",
}

_LITERALS = {op.BOOL_CONSTANT: bool, op.INT_CONSTANT: int, op.STR_CONSTANT: str}


def _sort(type_: Any) -> core.Sort:
    if type_.is_bool_type():
        return core.Sort("Bool")
    if type_.is_int_type():
        return core.Sort("Int")
    if type_.is_string_type():
        return core.Sort("String")
    raise ConvertExpressionError(message=f"there is no sort {type_}")


class _Translation:
    """From formulas of pySMT to terms. Without recursion, and each shared part once."""

    def __init__(self) -> None:
        self.done: dict[Any, core.Term] = {}

    def term(self, formula: Any) -> core.Term:
        stack = [formula]
        while stack:
            node = stack[-1]
            missing = [] if node in self.done else [a for a in node.args() if a not in self.done]
            if missing:
                stack.extend(missing)
                continue
            stack.pop()
            if node not in self.done:
                self.done[node] = self._make(node, [self.done[arg] for arg in node.args()])
        return self.done[formula]

    def _make(self, node: Any, args: list[core.Term]) -> core.Term:
        kind = node.node_type()
        if kind in _OPERATORS:
            # pySMT's empty conjunctions are constants, and those of one member that member.
            return core.Term.apply(_OPERATORS[kind], *args)
        if kind in _LITERALS:
            return core.Term.literal(_LITERALS[kind](node.constant_value()))
        if kind == op.SYMBOL:
            return core.Term.const(node.symbol_name(), _sort(node.symbol_type()))
        if kind == op.FUNCTION:
            return self._function(node.function_name())(*args)
        if kind in (op.FORALL, op.EXISTS):
            bound = [self.term(var) for var in node.quantifier_vars()]
            make = core.Term.forall if kind == op.FORALL else core.Term.exists
            return make(bound, args[0])
        raise ConvertExpressionError(
            message=f"`{op.op_to_str(kind)}` is no operator of strings or integers", expression=node
        )

    @staticmethod
    def _function(name: Any) -> core.Function:
        rank = name.symbol_type()
        domain = [_sort(param) for param in rank.param_types]
        return core.Function(name.symbol_name(), domain, _sort(rank.return_type))


class SinewOptions(SolverOptions):  # type: ignore[misc]
    """pySMT's options; `solver_options` has limits (`timeout` in milliseconds, `steps`, `memory` in
    megabytes) and options of Sinew's manual."""

    def __call__(self, solver: SinewSolver) -> None:
        if self.random_seed is not None:
            solver.sinew.set_option("random-seed", str(self.random_seed))
        for name, value in self.solver_options.items():
            if name in ("timeout", "steps", "memory"):
                solver.sinew.limits(**{name: value})
            else:
                text = str(value).lower() if isinstance(value, bool) else str(value)
                solver.sinew.set_option(name, text)


class SinewSolver(IncrementalTrackingSolver, UnsatCoreSolver):  # type: ignore[misc]
    """A pySMT solver. `add_to_environment` lets pySMT find it by the name `sinew`."""

    LOGICS = [QF_SLIA, QF_UFLIA]
    OptionsClass = SinewOptions

    def __init__(
        self, environment: Optional[Any] = None, logic: Logic = QF_SLIA, **options: Any
    ) -> None:
        super().__init__(environment or get_env(), logic, **options)
        self.pending_pop: bool = False
        self.sinew = core.Solver()
        self._translation = _Translation()
        self._named: dict[core.Term, tuple[Optional[str], Any]] = {}
        self.options(self)

    def InRe(self, string: Any, regex: Union[ReRef, core.Term]) -> Any:
        """An atom of pySMT that means, in this solver, that the string is in the language."""
        language = regex.term if isinstance(regex, ReRef) else regex
        member = core.Term.apply("str.in_re", self._translation.term(string), language)
        manager = self.environment.formula_manager
        atom = manager.FreshSymbol(template="in_re!%d")
        self._translation.done[atom] = member
        return atom

    def _reset_assertions(self) -> None:
        self.sinew.reset()
        self._named.clear()

    def _add_assertion(self, formula: Any, named: Optional[str] = None) -> Any:
        self._settle()
        self._assert_is_boolean(formula)
        term = self._translation.term(formula)
        mode = self.options.unsat_cores_mode
        if mode == "all" or (mode == "named" and named is not None):
            track = core.Term.const(f"core!{len(self._named)}", core.Sort("Bool"))
            self._named[track] = (named, formula)
            self.sinew.assert_and_track(term, track)
        else:
            self.sinew.assert_(term)
        return formula

    def _solve(self, assumptions: Optional[Iterable[Any]] = None) -> bool:
        self._settle()
        assumed = [self._translation.term(one) for one in assumptions or ()]
        answer = self.sinew.check(*assumed)
        if answer == "unknown":
            raise SolverReturnedUnknownResultError(self.sinew.reason)
        return answer == "sat"

    def _settle(self) -> None:
        """`is_sat` leaves its level open until something else is asked for."""
        if self.pending_pop:
            self.pending_pop = False
            self.pop()

    def _push(self, levels: int = 1) -> None:
        self._settle()
        for _ in range(levels):
            self.sinew.push()

    def _pop(self, levels: int = 1) -> None:
        self._settle()
        self.sinew.pop(levels)

    def get_value(self, formula: Any) -> Any:
        """The value of a formula in the model, as a constant of pySMT."""
        self._assert_no_function_type(formula)
        model = self._model()
        value = model.eval(self._translation.term(formula))
        manager = self.environment.formula_manager
        if isinstance(value, bool):
            return manager.Bool(value)
        if isinstance(value, int):
            return manager.Int(value)
        if isinstance(value, str):
            return manager.String(value)
        raise SolverStatusError(f"{formula} has no value in the model")

    def _model(self) -> core.Model:
        model = self.sinew.model
        if model is None:
            raise SolverStatusError("there is a model only after solve() has returned True")
        return model

    def get_model(self) -> EagerModel:
        self._model()
        symbols = {s for s in self._translation.done if s.is_symbol()}
        values = {s: self.get_value(s) for s in symbols if not s.symbol_type().is_function_type()}
        return EagerModel(assignment=values, environment=self.environment)

    def print_model(self, name_filter: Optional[Any] = None) -> None:
        for symbol, value in self.get_model():
            if name_filter is None or name_filter(symbol):
                print(f"{symbol} = {value}")

    def get_unsat_core(self) -> set[Any]:
        self._check_unsat_core_config()
        return {self._named[one][1] for one in self.sinew.core if one in self._named}

    def get_named_unsat_core(self) -> dict[str, Any]:
        self._check_unsat_core_config()
        found = [self._named[one] for one in self.sinew.core if one in self._named]
        return {name or f"core!{i}": formula for i, (name, formula) in enumerate(found)}

    def _exit(self) -> None:
        self.sinew.reset()


def add_to_environment(environment: Optional[Any] = None) -> None:
    """Lets pySMT find the solver: `Solver(name="sinew")`."""
    factory = (environment or get_env()).factory
    if "sinew" not in factory.all_solvers():
        factory._all_solvers["sinew"] = SinewSolver
        factory.solver_preference_list.append("sinew")
