"""Sorts and expressions with z3py's operators.

An expression wraps a `sinew.Term`; here `==` and its like make terms, and `eq` compares. Values of
Python stand for literals wherever the other side says of which sort they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Iterable, Optional, Sequence, Union, cast

from .. import _sinew as core
from .kinds import KINDS, Z3_OP_ANUM, Z3_OP_INTERNAL, Z3_OP_UMINUS, Z3_OP_UNINTERPRETED

Z3Exception = core.SinewError

Term = core.Term
Exprish = Union["ExprRef", str, int, bool]

BOOL = core.Sort("Bool")
INT = core.Sort("Int")
STRING = core.Sort("String")
REGLAN = core.Sort("RegLan")

_ESCAPE = re.compile(r"\\u\{([0-9a-fA-F]{1,5})\}|\\u([0-9a-fA-F]{4})")


def unescape(text: str) -> str:
    """z3py reads SMT-LIB's escapes in the strings of Python; so does this."""

    def char(match: re.Match[str]) -> str:
        code = int(match[1] or match[2], 16)
        return chr(code) if code <= 0x2FFFF else match[0]

    return _ESCAPE.sub(char, text) if "\\u" in text else text


class AstRef:
    """What sorts, functions and expressions are: values, which never change and are their own copies."""

    def __copy__(self) -> AstRef:
        return self

    def __deepcopy__(self, memo: object) -> AstRef:
        return self

    def translate(self, target: object) -> AstRef:
        """Itself: there are no contexts."""
        return self

    def sexpr(self) -> str:
        raise NotImplementedError


class SortRef(AstRef):
    """A sort."""

    __slots__ = ("_sort",)

    def __init__(self, sort: core.Sort) -> None:
        self._sort = sort

    def name(self) -> str:
        return self._sort.name

    def sexpr(self) -> str:
        return self._sort.name

    def cast(self, value: Exprish) -> ExprRef:
        return wrap(coerce(value, self._sort))

    def is_string(self) -> bool:
        return self._sort == STRING

    def subsort(self, other: SortRef) -> bool:
        return self == other

    def eq(self, other: object) -> bool:
        return self == other

    def hash(self) -> int:
        return hash(self)

    def get_id(self) -> int:
        return hash(self)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SortRef) and self._sort == other._sort

    def __hash__(self) -> int:
        return hash(self._sort)

    def __repr__(self) -> str:
        return "ReSort(String)" if self._sort == REGLAN else self._sort.name


class BoolSortRef(SortRef):
    """The sort of formulas."""


class ArithSortRef(SortRef):
    """The sort of integers."""


class SeqSortRef(SortRef):
    """The sort of strings."""

    def basis(self) -> SortRef:
        raise Z3Exception("there is no sort of characters: they are strings of length 1")


class ReSortRef(SortRef):
    """The sort of regular languages."""

    def basis(self) -> SortRef:
        return sort_ref(STRING)


def sort_ref(sort: core.Sort) -> SortRef:
    kinds = {"Bool": BoolSortRef, "Int": ArithSortRef, "String": SeqSortRef, "RegLan": ReSortRef}
    return kinds.get(sort.name, SortRef)(sort)


class FuncDeclRef(AstRef):
    """A declared function or constant, or an operator of the theory."""

    __slots__ = ("_function", "_name", "_indices", "_domain", "_range")

    def __init__(
        self,
        name: str,
        domain: Sequence[core.Sort],
        range_: core.Sort,
        function: Optional[core.Function] = None,
        indices: Sequence[int] = (),
    ) -> None:
        self._name, self._domain, self._range = name, tuple(domain), range_
        self._function, self._indices = function, tuple(indices)

    @staticmethod
    def of(function: core.Function) -> FuncDeclRef:
        return FuncDeclRef(function.name, function.domain, function.range, function)

    def name(self) -> str:
        return self._name

    def arity(self) -> int:
        return len(self._domain)

    def domain(self, i: int) -> SortRef:
        return sort_ref(self._domain[i])

    def range(self) -> SortRef:
        return sort_ref(self._range)

    def params(self) -> list[int]:
        return list(self._indices)

    def kind(self) -> int:
        if self._function is not None:
            return Z3_OP_UNINTERPRETED
        if self._name == "-" and len(self._domain) == 1:
            return Z3_OP_UMINUS
        return KINDS.get(self._name, Z3_OP_INTERNAL) if self._name else Z3_OP_ANUM

    def sexpr(self) -> str:
        domain = " ".join(sort.name for sort in self._domain)
        return f"(declare-fun {self._name} ({domain}) {self._range.name})"

    def __call__(self, *args: Exprish) -> ExprRef:
        values = flat(args)
        if self._function is None:
            return wrap(Term.apply(self._name, *map(plain, values), indices=self._indices))
        if len(values) != len(self._domain):
            # The core says what is wrong.
            return wrap(self._function(*map(plain, values)))
        return wrap(self._function(*map(coerce, values, self._domain)))

    def _key(self) -> tuple[Any, ...]:
        return (self._name, self._domain, self._range, self._indices, self._function is None)

    def eq(self, other: object) -> bool:
        return self == other

    def __eq__(self, other: object) -> bool:
        return isinstance(other, FuncDeclRef) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash((self._name, len(self._domain)))

    def __repr__(self) -> str:
        return self._name


class ExprRef(AstRef):
    """A term."""

    __slots__ = ("_term",)

    def __init__(self, term: Term) -> None:
        self._term = term

    @property
    def term(self) -> Term:
        """The term of the core."""
        return self._term

    def sort(self) -> SortRef:
        return sort_ref(self._term.sort)

    def decl(self) -> FuncDeclRef:
        function = self._term.function
        if function is not None:
            return FuncDeclRef.of(function)
        args = [arg.sort for arg in self._term.args]
        return FuncDeclRef(self._term.name or "", args, self._term.sort, None, self._term.indices)

    def num_args(self) -> int:
        return len(self._term.args)

    def arg(self, idx: int) -> ExprRef:
        return self.children()[idx]

    def children(self) -> list[ExprRef]:
        return [wrap(arg) for arg in self._term.args]

    def params(self) -> list[int]:
        return self._term.indices

    def sexpr(self) -> str:
        return str(self._term)

    def eq(self, other: AstRef) -> bool:
        """Whether they are the same term."""
        return isinstance(other, ExprRef) and self._term == other._term

    def get_id(self) -> int:
        """Equal for equal terms; unlike z3's it may, rarely, be equal for different ones."""
        return hash(self._term)

    def hash(self) -> int:
        return hash(self._term)

    def __hash__(self) -> int:
        return hash(self._term)

    def __eq__(self, other: object) -> BoolRef:  # type: ignore[override]
        return cast(BoolRef, wrap(Term.apply("=", *pair(self, other))))

    def __ne__(self, other: object) -> BoolRef:  # type: ignore[override]
        return cast(BoolRef, wrap(Term.apply("distinct", *pair(self, other))))

    def __bool__(self) -> bool:
        """A literal's value; of an equality, whether both sides are the same term."""
        value, args = self._term.value, self._term.args
        if isinstance(value, bool):
            return value
        if self._term.name == "=" and len(args) == 2:
            return args[0] == args[1]
        raise Z3Exception("Symbolic expressions cannot be cast to concrete Boolean values.")

    def __repr__(self) -> str:
        from .printer import infix

        return infix(self._term)


class BoolRef(ExprRef):
    """A formula."""

    def __and__(self, other: Exprish) -> BoolRef:
        return formula("and", self, other)

    def __rand__(self, other: Exprish) -> BoolRef:
        return formula("and", other, self)

    def __or__(self, other: Exprish) -> BoolRef:
        return formula("or", self, other)

    def __ror__(self, other: Exprish) -> BoolRef:
        return formula("or", other, self)

    def __xor__(self, other: Exprish) -> BoolRef:
        return formula("xor", self, other)

    def __invert__(self) -> BoolRef:
        return formula("not", self)

    def __add__(self, other: Exprish) -> ArithRef:
        return wrap_int(Term.apply("+", coerce(self, INT), coerce(other, INT)))

    def __radd__(self, other: Exprish) -> ArithRef:
        return wrap_int(Term.apply("+", coerce(other, INT), coerce(self, INT)))

    def __mul__(self, other: Exprish) -> ArithRef:
        return wrap_int(Term.apply("*", coerce(self, INT), coerce(other, INT)))

    __rmul__ = __mul__

    def py_value(self) -> Optional[bool]:
        value = self._term.value
        return value if isinstance(value, bool) else None


class QuantifierRef(BoolRef):
    """A quantified formula. Its body has the bound constants where z3py has variables by number."""

    def is_forall(self) -> bool:
        return self._term.name == "forall"

    def is_exists(self) -> bool:
        return self._term.name == "exists"

    def num_vars(self) -> int:
        return len(self._term.args) - 1

    def var_name(self, idx: int) -> str:
        return self._term.args[:-1][idx].name or ""

    def var_sort(self, idx: int) -> SortRef:
        return sort_ref(self._term.args[:-1][idx].sort)

    def variables(self) -> list[ExprRef]:
        """The constants that it binds."""
        return [wrap(arg) for arg in self._term.args[:-1]]

    def body(self) -> BoolRef:
        return cast(BoolRef, wrap(self._term.args[-1]))

    def children(self) -> list[ExprRef]:
        return [self.body()]

    def num_args(self) -> int:
        return 1


class ArithRef(ExprRef):
    """An integer term."""

    def _make(self, operator: str, left: Exprish, right: Exprish) -> ArithRef:
        return wrap_int(Term.apply(operator, coerce(left, INT), coerce(right, INT)))

    def is_int(self) -> bool:
        return True

    def is_real(self) -> bool:
        return False

    def __add__(self, other: Exprish) -> ArithRef:
        return self._make("+", self, other)

    def __radd__(self, other: Exprish) -> ArithRef:
        return self._make("+", other, self)

    def __sub__(self, other: Exprish) -> ArithRef:
        return self._make("-", self, other)

    def __rsub__(self, other: Exprish) -> ArithRef:
        return self._make("-", other, self)

    def __mul__(self, other: Exprish) -> ArithRef:
        return self._make("*", self, other)

    def __rmul__(self, other: Exprish) -> ArithRef:
        return self._make("*", other, self)

    def __truediv__(self, other: Exprish) -> ArithRef:
        return self._make("div", self, other)

    def __rtruediv__(self, other: Exprish) -> ArithRef:
        return self._make("div", other, self)

    def __mod__(self, other: Exprish) -> ArithRef:
        return self._make("mod", self, other)

    def __rmod__(self, other: Exprish) -> ArithRef:
        return self._make("mod", other, self)

    def __pow__(self, exponent: int) -> ArithRef:
        if isinstance(exponent, bool) or not isinstance(exponent, int) or not 0 <= exponent <= 64:
            raise Z3Exception("exponents are numbers from 0 to 64")
        if exponent < 2:
            return self if exponent else wrap_int(Term.literal(1))
        return wrap_int(Term.apply("*", *[self._term] * exponent))

    def __neg__(self) -> ArithRef:
        return wrap_int(Term.apply("-", self._term))

    def __pos__(self) -> ArithRef:
        return self

    def __abs__(self) -> ArithRef:
        return wrap_int(Term.apply("abs", self._term))

    def __lt__(self, other: Exprish) -> BoolRef:
        return formula("<", self._term, coerce(other, INT))

    def __le__(self, other: Exprish) -> BoolRef:
        return formula("<=", self._term, coerce(other, INT))

    def __gt__(self, other: Exprish) -> BoolRef:
        return formula(">", self._term, coerce(other, INT))

    def __ge__(self, other: Exprish) -> BoolRef:
        return formula(">=", self._term, coerce(other, INT))


class IntNumRef(ArithRef):
    """An integer literal."""

    def as_long(self) -> int:
        return cast(int, self._term.value)

    def as_string(self) -> str:
        return str(self.as_long())

    def py_value(self) -> int:
        return self.as_long()


class SeqRef(ExprRef):
    """A string term."""

    def __add__(self, other: Exprish) -> SeqRef:
        return wrap_seq(Term.apply("str.++", self._term, coerce(other, STRING)))

    def __radd__(self, other: Exprish) -> SeqRef:
        return wrap_seq(Term.apply("str.++", coerce(other, STRING), self._term))

    def __getitem__(self, index: Exprish) -> SeqRef:
        """The character at a position, as a string of length 1: outside the string, an unknown one."""
        i = coerce(index, INT)
        inside = Term.apply(
            "and", Term.apply(">=", i, 0), Term.apply("<", i, Term.apply("str.len", self._term))
        )
        code = Term.apply("mod", NTH_OUTSIDE(self._term, i), 0x30000)
        other = Term.apply("str.from_code", code)
        return wrap_seq(Term.apply("ite", inside, Term.apply("str.at", self._term, i), other))

    def __iter__(self) -> Iterator[SeqRef]:
        raise TypeError("a string of unknown length cannot be iterated over")

    def at(self, index: Exprish) -> SeqRef:
        """The character at a position; outside the string, the empty string."""
        return wrap_seq(Term.apply("str.at", self._term, coerce(index, INT)))

    def is_string(self) -> bool:
        return True

    def is_string_value(self) -> bool:
        return self._term.kind == "literal"

    def as_string(self) -> str:
        """The text of a literal; of other terms, their SMT-LIB text."""
        value = self._term.value
        return value if isinstance(value, str) else self.sexpr()

    def py_value(self) -> Optional[str]:
        value = self._term.value
        return value if isinstance(value, str) else None

    def __lt__(self, other: Exprish) -> BoolRef:
        return formula("str.<", self._term, coerce(other, STRING))

    def __le__(self, other: Exprish) -> BoolRef:
        return formula("str.<=", self._term, coerce(other, STRING))

    def __gt__(self, other: Exprish) -> BoolRef:
        return formula("str.<", coerce(other, STRING), self._term)

    def __ge__(self, other: Exprish) -> BoolRef:
        return formula("str.<=", coerce(other, STRING), self._term)


class ReRef(ExprRef):
    """A regular expression."""

    def __add__(self, other: ReRef) -> ReRef:
        """The union, as z3py has it."""
        return cast(ReRef, wrap(Term.apply("re.union", self._term, coerce(other, REGLAN))))


#: What `seq.nth` is outside the string: a function of which nothing else is known.
NTH_OUTSIDE = core.Function("seq.nth_u", [STRING, INT], INT)

_CLASSES: dict[str, type[ExprRef]] = {
    "Bool": BoolRef,
    "Int": ArithRef,
    "String": SeqRef,
    "RegLan": ReRef,
}


def wrap(term: Term) -> ExprRef:
    """The expression of a term."""
    if term.kind == "quantifier":
        return QuantifierRef(term)
    sort = term.sort.name
    if sort == "Int" and term.kind == "literal":
        return IntNumRef(term)
    return _CLASSES.get(sort, ExprRef)(term)


def wrap_int(term: Term) -> ArithRef:
    return cast(ArithRef, wrap(term))


def wrap_seq(term: Term) -> SeqRef:
    return SeqRef(term)


def formula(operator: str, *args: Union[Term, Exprish]) -> BoolRef:
    """An operator that makes a formula."""
    return cast(BoolRef, wrap(Term.apply(operator, *map(plain, args))))


def plain(value: object) -> Term:
    """The term of an expression, or the literal of a value of Python."""
    if isinstance(value, ExprRef):
        return value._term
    if isinstance(value, Term):
        return value
    if isinstance(value, str):
        return Term.literal(unescape(value))
    if isinstance(value, (bool, int)):
        return Term.literal(value)
    raise Z3Exception(f"expected an expression, str, int or bool, but got {type(value).__name__}")


def coerce(value: object, sort: core.Sort) -> Term:
    """As a term of this sort. Truth values are 0 and 1 where integers are expected, as in z3py."""
    term = plain(value)
    if term.sort == BOOL and sort == INT:
        literal = term.value
        return Term.apply("ite", term, 1, 0) if literal is None else Term.literal(int(literal))
    if term.sort != sort:
        raise core.SortError(f"expected a {sort.name}, but `{term}` is a {term.sort.name}")
    return term


def pair(left: object, right: object) -> tuple[Term, Term]:
    """Two terms of one sort."""
    one, other = plain(left), plain(right)
    if {one.sort.name, other.sort.name} == {"Bool", "Int"}:
        return coerce(one, INT), coerce(other, INT)
    return one, other


#: What several arguments may be given as.
GROUPS = (list, tuple, set, frozenset, Iterator)


def flat(args: Iterable[Any]) -> list[Any]:
    """The arguments, which may be given as one list or the like, as z3py allows."""
    values = list(args)
    if len(values) == 1 and isinstance(values[0], GROUPS):
        return list(values[0])
    return values
