"""Solvers, as z3py has them."""

from __future__ import annotations

import warnings
from typing import Any, Iterator, Mapping, Optional, Sequence, Union

from .. import _sinew as core
from .build import And, Bool, Implies, Not, Or, substitute
from .exprs import (
    BOOL,
    GROUPS,
    BoolRef,
    ExprRef,
    Exprish,
    FuncDeclRef,
    SortRef,
    Term,
    Z3Exception,
    coerce,
    flat,
    wrap,
)
from .model import ModelRef


class CheckSatResult:
    """`sat`, `unsat` or `unknown`."""

    __slots__ = ("r", "_name")

    def __init__(self, r: int, name: str) -> None:
        self.r, self._name = r, name

    def __eq__(self, other: object) -> bool:
        return isinstance(other, CheckSatResult) and self.r == other.r

    def __hash__(self) -> int:
        return self.r

    def __repr__(self) -> str:
        return self._name


unsat = CheckSatResult(-1, "unsat")
unknown = CheckSatResult(0, "unknown")
sat = CheckSatResult(1, "sat")
_RESULTS = {"sat": sat, "unsat": unsat, "unknown": unknown}


class AstVector(list[ExprRef]):
    """A list of expressions."""

    def size(self) -> int:
        return len(self)

    def push(self, value: ExprRef) -> None:
        self.append(value)

    def sexpr(self) -> str:
        return "(ast-vector\n" + "".join(f"  {one.sexpr()}\n" for one in self) + ")"


#: Parameters of z3 that would change nothing: that is how it is anyway.
_ALREADY = {
    "auto_config": None,
    "model": True,
    "unsat_core": True,
    "produce_models": True,
    "produce_unsat_cores": True,
    "parallel.enable": False,
}

#: Parameters of z3 by the options that they are here.
_OPTIONS = {
    "random_seed": "random-seed",
    "seed": "random-seed",
    "core.minimize": "minimize-unsat-cores",
}

_DEFAULTS: dict[str, Any] = {}


def set_param(*args: Any, **kws: Any) -> None:
    """Sets a parameter for all solvers that are made later: `set_param("timeout", 1000)`."""
    for name, value in _parameters(args, kws):
        Solver._set(core.Solver(), name, value)
        _DEFAULTS[name] = value


set_option = set_param


def reset_params() -> None:
    _DEFAULTS.clear()


def _parameters(args: Sequence[Any], kws: Mapping[str, Any]) -> list[tuple[str, Any]]:
    if len(args) % 2:
        raise Z3Exception("parameters are given as name and value")
    pairs = list(zip(args[::2], args[1::2])) + list(kws.items())
    return [(str(name).lstrip(":").replace("-", "_"), value) for name, value in pairs]


class Solver:
    """A solver.

    Unlike z3's, it releases the interpreter lock while it works, and Ctrl-C raises
    `KeyboardInterrupt`, after which it can be used on.
    """

    def __init__(self, logFile: Optional[str] = None) -> None:
        if logFile is not None:
            raise Z3Exception("there are no log files; to_smt2() has the assertions")
        self._core = core.Solver()
        self._result: Optional[CheckSatResult] = None
        for name, value in _DEFAULTS.items():
            Solver._set(self._core, name, value)

    def set(self, *args: Any, **keys: Any) -> None:
        """Sets parameters: `timeout` (milliseconds), `rlimit` (steps), `max_memory` (megabytes),
        `random_seed`, `core.minimize`, or any option of Sinew's manual."""
        for name, value in _parameters(args, keys):
            Solver._set(self._core, name, value)

    @staticmethod
    def _set(solver: core.Solver, name: str, value: Any) -> None:
        name = name[4:] if name.startswith(("smt.", "sat.")) else name
        if name == "timeout":
            # z3's largest number means that there is no limit.
            solver.limits(timeout=0 if value >= 0xFFFFFFFF else value)
        elif name == "rlimit":
            solver.limits(steps=value)
        elif name in ("max_memory", "memory_max_size"):
            solver.limits(memory=value)
        elif name in _ALREADY:
            if _ALREADY[name] not in (None, value):
                warnings.warn(f"`{name}` = {value} has no effect", stacklevel=4)
        else:
            text = str(value).lower() if isinstance(value, bool) else str(value)
            solver.set_option(_OPTIONS.get(name, name.replace("_", "-")), text)

    def add(self, *args: Any) -> None:
        """Asserts formulas, or lists of them."""
        formulas: list[Term] = []
        for arg in args:
            some = arg if isinstance(arg, GROUPS) else [arg]
            formulas.extend(coerce(one, BOOL) for one in some)
        self._result = None
        self._core.assert_(*formulas)

    assert_exprs = append = insert = add

    def __iadd__(self, formula: Any) -> Solver:
        self.add(formula)
        return self

    def assert_and_track(self, a: Exprish, p: Union[str, BoolRef]) -> None:
        """Asserts a formula that cores name by this constant."""
        track = Bool(p) if isinstance(p, str) else p
        self._result = None
        self._core.assert_and_track(coerce(a, BOOL), track.term)

    def push(self) -> None:
        self._result = None
        self._core.push()

    def pop(self, num: int = 1) -> None:
        try:
            self._core.pop(num)
        except ValueError as error:
            raise Z3Exception(str(error)) from None
        self._result = None

    def num_scopes(self) -> int:
        return self._core.level

    def reset(self) -> None:
        self._result = None
        self._core.reset()

    def check(self, *assumptions: Any) -> CheckSatResult:
        terms = [coerce(one, BOOL) for one in flat(assumptions)]
        self._result = None
        self._result = _RESULTS[self._core.check(*terms)]
        return self._result

    def model(self) -> ModelRef:
        model = self._core.model
        if model is None:
            raise Z3Exception("model is not available")
        return ModelRef(model)

    def unsat_core(self) -> AstVector:
        return AstVector(map(wrap, self._core.core))

    def reason_unknown(self) -> str:
        return self._core.reason or ""

    def proof(self) -> str:
        """A proof behind `unsat`, as text in CPC, the calculus of cvc5."""
        return self._core.proof()

    def certificate(self) -> str:
        """What vouches for the latest answer: `checked`, or `trusted` and the rules that are."""
        return self._core.certificate or ""

    def consequences(
        self, assumptions: Sequence[Any], variables: Sequence[ExprRef]
    ) -> tuple[CheckSatResult, AstVector]:
        """Values that the variables must have under the assumptions, each as an implication."""
        terms = [coerce(one, BOOL) for one in assumptions]
        result = self.check(*assumptions)
        found = AstVector()
        if result != sat:
            return result, found
        model = self.model()
        for variable in variables:
            value = model.eval(variable, model_completion=True)
            if self.check(*assumptions, variable != value) == unsat:
                fixed = variable == value
                if isinstance(variable, BoolRef):
                    fixed = variable if value.term.value else Not(variable)
                needed = [one for one in map(wrap, self._core.core) if one.term in terms]
                found.append(Implies(needed[0] if len(needed) == 1 else And(needed), fixed))
        self._result = result
        return result, found

    def solutions(self, t: Union[ExprRef, Sequence[ExprRef]]) -> Iterator[Any]:
        """The values that a term, or several, can have, one after the other."""
        several = not isinstance(t, ExprRef)
        terms: list[ExprRef] = list(t) if not isinstance(t, ExprRef) else [t]
        self.push()
        try:
            while self.check() == sat:
                model = self.model()
                values = [model.eval(term, model_completion=True) for term in terms]
                yield values if several else values[0]
                self.add(Or([term != value for term, value in zip(terms, values)]))
        finally:
            self.pop()

    def translate(self, target: object = None) -> Solver:
        """A copy, with the same assertions and no levels."""
        copy = Solver()
        copy.add(self.assertions())
        return copy

    def __copy__(self) -> Solver:
        return self.translate()

    def __deepcopy__(self, memo: object) -> Solver:
        return self.translate()

    def help(self) -> None:
        """Prints what `set` understands."""
        print(Solver.set.__doc__)

    def statistics(self) -> dict[str, int]:
        return self._core.statistics

    def assertions(self) -> AstVector:
        return AstVector(map(wrap, self._core.assertions))

    def interrupt(self) -> None:
        """Ends the query of another thread."""
        self._core.cancel()

    def to_smt2(self) -> str:
        return self._core.to_smt2()

    def sexpr(self) -> str:
        return self._core.to_smt2().rsplit("(check-sat)", 1)[0]

    def from_string(self, s: str) -> None:
        self.add(parse_smt2_string(s))

    def from_file(self, filename: str) -> None:
        self.add(parse_smt2_file(filename))

    def __enter__(self) -> Solver:
        self.push()
        return self

    def __exit__(self, *exc: object) -> None:
        self.pop()

    def __repr__(self) -> str:
        return repr(self.assertions())


def SimpleSolver() -> Solver:
    return Solver()


def SolverFor(logic: str) -> Solver:
    """A solver; it needs no logic."""
    return Solver()


def parse_smt2_string(
    s: str,
    sorts: Optional[Mapping[str, SortRef]] = None,
    decls: Optional[Mapping[str, Union[FuncDeclRef, ExprRef]]] = None,
) -> AstVector:
    """The assertions of a script, in which names may stand for given sorts and symbols."""
    prefix = "".join(f"(declare-sort {_quoted(name)} 0)\n" for name in sorts or {})
    renamed = []
    for name, given in (decls or {}).items():
        decl = given.decl() if isinstance(given, ExprRef) else given
        domain = " ".join(_quoted(decl.domain(i).name()) for i in range(decl.arity()))
        prefix += f"(declare-fun {_quoted(name)} ({domain}) {_quoted(decl.range().name())})\n"
        if decl.name() != name:
            if decl.arity():
                raise Z3Exception(f"the function `{decl.name()}` cannot be called `{name}` here")
            renamed.append((wrap(Term.const(name, decl.range()._sort)), decl()))
    try:
        terms = core.parse(prefix + s)
    except core.ParseError as error:
        raise core.ParseError(_moved(str(error), prefix.count("\n"))) from None
    formulas = map(wrap, terms)
    return AstVector(substitute(one, renamed) if renamed else one for one in formulas)


def _quoted(name: str) -> str:
    plain = name.replace("_", "a").replace(".", "a").isalnum() and not name[:1].isdigit()
    return name if plain and name.isascii() else f"|{name}|"


def _moved(message: str, lines: int) -> str:
    """An error's place, without the lines that were put before the script."""
    word, number, rest = (message.split(" ", 2) + ["", ""])[:3]
    if word == "line" and number.isdigit() and int(number) > lines:
        return f"line {int(number) - lines} {rest}"
    return message


def parse_smt2_file(
    f: str,
    sorts: Optional[Mapping[str, SortRef]] = None,
    decls: Optional[Mapping[str, Union[FuncDeclRef, ExprRef]]] = None,
) -> AstVector:
    with open(f, encoding="utf-8") as file:
        return parse_smt2_string(file.read(), sorts, decls)


def solve(*args: Any, **keywords: Any) -> None:
    """Prints a solution of these formulas, or that there is none."""
    solver = Solver()
    solver.set(**keywords)
    solver.add(*args)
    _show(solver)


def _show(solver: Solver) -> None:
    result = solver.check()
    if result == unsat:
        print("no solution")
    elif result == unknown:
        print(f"failed to solve: {solver.reason_unknown()}")
    else:
        print(solver.model())


def solve_using(s: Solver, *args: Any, **keywords: Any) -> None:
    """Prints a solution of these formulas with what a solver has asserted, or that there is none."""
    s.set(**keywords)
    s.push()
    try:
        s.add(*args)
        _show(s)
    finally:
        s.pop()


def get_version() -> tuple[int, int, int, int]:
    """The version of this package, in z3py's form."""
    major, minor, patch = (int(part) for part in core.__version__.split("-")[0].split("."))
    return major, minor, patch, 0


def get_version_string() -> str:
    return core.__version__


def get_full_version() -> str:
    return f"Sinew {core.__version__}"


def get_param(name: str) -> str:
    """What `set_param` has set for all solvers."""
    value = _DEFAULTS.get(name.replace("-", "_"))
    return str(value).lower() if isinstance(value, bool) else "" if value is None else str(value)


def prove(claim: Exprish, **keywords: Any) -> None:
    """Prints whether the formula always holds, or where it does not."""
    solver = Solver()
    solver.set(**keywords)
    solver.add(Not(claim))
    result = solver.check()
    if result == unsat:
        print("proved")
    elif result == unknown:
        print(f"failed to prove: {solver.reason_unknown()}")
    else:
        print(f"counterexample\n{solver.model()}")
