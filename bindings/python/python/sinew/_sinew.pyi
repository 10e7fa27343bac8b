"""The compiled core: terms, solver, models."""

from typing import Literal, Optional, Sequence, Union, final

__version__: str

__all__ = [
    "__version__",
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
    "parse",
]

_Value = Union[str, int, bool]

class SinewError(Exception):
    """What all exceptions of this package are."""

class SortError(SinewError):
    """An operator or a function was applied to the wrong sorts or to the wrong number of arguments."""

class OperatorError(SinewError):
    """There is no operator of that name."""

class CharacterError(SinewError):
    """A character beyond U+2FFFF, where the strings of SMT-LIB end."""

class ParseError(SinewError):
    """A text that is no SMT-LIB script; the message says where and why."""

class OptionError(SinewError):
    """There is no such option, or it has no such value."""

class BusyError(SinewError):
    """The solver is at work for another thread, or below a signal handler."""

class InternalError(SinewError):
    """A defect of the solver ended the call; the solver cannot be used any more."""

@final
class Sort:
    """The sort of a term: `Bool`, `Int`, `String`, `RegLan`, or one that is only a name."""

    def __new__(cls, name: str) -> Sort: ...
    @property
    def name(self) -> str: ...

@final
class Function:
    """A function that has a name and a rank, and no other meaning."""

    def __new__(cls, name: str, domain: Sequence[Sort], range: Sort) -> Function: ...
    @property
    def name(self) -> str: ...
    @property
    def domain(self) -> list[Sort]: ...
    @property
    def range(self) -> Sort: ...
    def __call__(self, *args: Union[Term, _Value]) -> Term: ...

@final
class Term:
    """A term. It belongs to no solver; `==` says whether two are the same term."""

    @staticmethod
    def const(name: str, sort: Sort) -> Term: ...
    @staticmethod
    def literal(value: _Value) -> Term: ...
    @staticmethod
    def apply(operator: str, *args: Union[Term, _Value], indices: Sequence[int] = ...) -> Term: ...
    @staticmethod
    def forall(constants: Sequence[Term], body: Union[Term, bool]) -> Term: ...
    @staticmethod
    def exists(constants: Sequence[Term], body: Union[Term, bool]) -> Term: ...
    @property
    def sort(self) -> Sort: ...
    @property
    def kind(self) -> Literal["literal", "symbol", "operator", "quantifier", "broken"]: ...
    @property
    def name(self) -> Optional[str]: ...
    @property
    def indices(self) -> list[int]: ...
    @property
    def args(self) -> list[Term]: ...
    @property
    def function(self) -> Optional[Function]: ...
    @property
    def value(self) -> Optional[_Value]: ...
    def substitute(self, pairs: Sequence[tuple[Term, Term]]) -> Term: ...

@final
class Model:
    """Values for all symbols, with which the assertions hold."""

    def eval(self, term: Term, completion: bool = True) -> Optional[_Value]: ...
    def eval_term(self, term: Term, completion: bool = True) -> Optional[Term]: ...
    def __getitem__(self, key: Term, /) -> Optional[_Value]: ...
    @property
    def symbols(self) -> list[Function]: ...
    def constants(self) -> list[tuple[str, _Value]]: ...
    def function(
        self, function: Function
    ) -> Optional[tuple[list[tuple[list[Term], Term]], Term]]: ...

@final
class Solver:
    """A solver: assertions on a stack of levels, and questions about them."""

    def __new__(cls, *, timeout: int = 0, steps: int = 0, memory: int = 0) -> Solver: ...
    def limits(
        self,
        *,
        timeout: Optional[int] = None,
        steps: Optional[int] = None,
        memory: Optional[int] = None,
    ) -> None: ...
    def set_option(self, name: str, value: str) -> None: ...
    def assert_(self, *formulas: Union[Term, bool]) -> None: ...
    def assert_and_track(self, formula: Union[Term, bool], track: Term) -> None: ...
    def push(self) -> None: ...
    def pop(self, count: int = 1) -> None: ...
    @property
    def level(self) -> int: ...
    def reset(self) -> None: ...
    @property
    def assertions(self) -> list[Term]: ...
    def check(self, *assumptions: Union[Term, bool]) -> Literal["sat", "unsat", "unknown"]: ...
    def simplify(self, term: Term) -> Term: ...
    def cancel(self) -> None: ...
    def proof(self) -> str: ...
    @property
    def certificate(self) -> Optional[str]: ...
    @property
    def model(self) -> Optional[Model]: ...
    @property
    def core(self) -> list[Term]: ...
    @property
    def reason(self) -> Optional[str]: ...
    @property
    def statistics(self) -> dict[str, int]: ...
    def to_smt2(self) -> str: ...

def parse(script: str) -> list[Term]:
    """The assertions of an SMT-LIB script."""
