"""Functions that make expressions, by z3py's names."""

from __future__ import annotations

import itertools
from typing import Any, Iterable, Optional, Sequence, TypeVar, Union, cast, overload

from .. import _sinew as core
from .exprs import (
    BOOL,
    INT,
    REGLAN,
    STRING,
    ArithRef,
    ArithSortRef,
    BoolRef,
    BoolSortRef,
    ExprRef,
    Exprish,
    FuncDeclRef,
    IntNumRef,
    QuantifierRef,
    ReRef,
    ReSortRef,
    SeqRef,
    SeqSortRef,
    SortRef,
    Term,
    Z3Exception,
    coerce,
    flat,
    formula,
    pair,
    plain,
    unescape,
    wrap,
    wrap_int,
    wrap_seq,
)

E = TypeVar("E", bound=ExprRef)
Names = Union[str, Sequence[str]]


# Sorts.


def BoolSort() -> BoolSortRef:
    return BoolSortRef(BOOL)


def IntSort() -> ArithSortRef:
    return ArithSortRef(INT)


def StringSort() -> SeqSortRef:
    return SeqSortRef(STRING)


def ReSort(sort: SortRef) -> ReSortRef:
    """The sort of regular languages of strings."""
    if not isinstance(sort, SeqSortRef):
        raise Z3Exception(f"regular languages are of strings, not of {sort}")
    return ReSortRef(REGLAN)


def DeclareSort(name: str) -> SortRef:
    return SortRef(core.Sort(name))


# Constants and literals.


def Const(name: str, sort: SortRef) -> ExprRef:
    return wrap(Term.const(name, sort._sort))


def Consts(names: Names, sort: SortRef) -> list[ExprRef]:
    return [Const(name, sort) for name in _names(names)]


def _names(names: Names) -> list[str]:
    return names.split() if isinstance(names, str) else list(names)


def Bool(name: str) -> BoolRef:
    return BoolRef(Term.const(name, BOOL))


def Bools(names: Names) -> list[BoolRef]:
    return [Bool(name) for name in _names(names)]


def Int(name: str) -> ArithRef:
    return ArithRef(Term.const(name, INT))


def Ints(names: Names) -> list[ArithRef]:
    return [Int(name) for name in _names(names)]


def String(name: str) -> SeqRef:
    return SeqRef(Term.const(name, STRING))


def Strings(names: Names) -> list[SeqRef]:
    return [String(name) for name in _names(names)]


_FRESH = itertools.count()


def FreshConst(sort: SortRef, prefix: str = "c") -> ExprRef:
    return Const(f"{prefix}!{next(_FRESH)}", sort)


def FreshBool(prefix: str = "b") -> BoolRef:
    return Bool(f"{prefix}!{next(_FRESH)}")


def FreshInt(prefix: str = "x") -> ArithRef:
    return Int(f"{prefix}!{next(_FRESH)}")


def FreshString(prefix: str = "s") -> SeqRef:
    return String(f"{prefix}!{next(_FRESH)}")


def BoolVector(prefix: str, sz: int) -> list[BoolRef]:
    return [Bool(f"{prefix}__{i}") for i in range(sz)]


def IntVector(prefix: str, sz: int) -> list[ArithRef]:
    return [Int(f"{prefix}__{i}") for i in range(sz)]


def BoolVal(val: bool) -> BoolRef:
    return BoolRef(Term.literal(bool(val)))


def IntVal(val: Union[int, str]) -> IntNumRef:
    return IntNumRef(Term.literal(int(val)))


def StringVal(s: str) -> SeqRef:
    """The literal. As in z3py, SMT-LIB's escapes `\\u{...}` in it are read."""
    return SeqRef(Term.literal(unescape(s)))


def Function(name: str, *sig: Any) -> FuncDeclRef:
    """A function with arguments of all these sorts but the last, which is that of its values."""
    sorts = [sort._sort for sort in flat(sig)]
    if not sorts:
        raise Z3Exception("a function needs at least the sort of its values")
    return FuncDeclRef.of(core.Function(name, sorts[:-1], sorts[-1]))


def FreshFunction(*sig: Any) -> FuncDeclRef:
    """A function of a name that nothing else has."""
    return Function(f"f!{next(_FRESH)}", *sig)


# Formulas.


def _connect(operator: str, empty: bool, args: Iterable[Any]) -> BoolRef:
    values = [coerce(value, BOOL) for value in flat(args)]
    return formula(operator, *values) if values else BoolVal(empty)


def And(*args: Any) -> BoolRef:
    return _connect("and", True, args)


def Or(*args: Any) -> BoolRef:
    return _connect("or", False, args)


def Not(a: Exprish) -> BoolRef:
    return formula("not", coerce(a, BOOL))


def Implies(a: Exprish, b: Exprish) -> BoolRef:
    return formula("=>", coerce(a, BOOL), coerce(b, BOOL))


def Xor(a: Exprish, b: Exprish) -> BoolRef:
    return formula("xor", coerce(a, BOOL), coerce(b, BOOL))


@overload
def If(a: Exprish, b: E, c: Union[E, str, int, bool]) -> E: ...
@overload
def If(a: Exprish, b: Exprish, c: Exprish) -> Any: ...
def If(a: Exprish, b: Any, c: Any) -> Any:
    return wrap(Term.apply("ite", coerce(a, BOOL), *pair(b, c)))


def _weights(args: Iterable[tuple[Any, int]]) -> Term:
    """The sum of the numbers whose formula holds."""
    parts = [Term.apply("ite", coerce(one, BOOL), int(weight), 0) for one, weight in args]
    return Term.apply("+", *parts, 0) if parts else Term.literal(0)


def PbEq(args: Iterable[tuple[Any, int]], k: int) -> BoolRef:
    """Whether the numbers whose formula holds add up to `k`: pairs of a formula and a number."""
    return formula("=", _weights(args), k)


def PbLe(args: Iterable[tuple[Any, int]], k: int) -> BoolRef:
    """Whether the numbers whose formula holds add up to at most `k`."""
    return formula("<=", _weights(args), k)


def PbGe(args: Iterable[tuple[Any, int]], k: int) -> BoolRef:
    """Whether the numbers whose formula holds add up to at least `k`."""
    return formula(">=", _weights(args), k)


def _counted(name: str, args: Sequence[Any]) -> tuple[list[tuple[Any, int]], int]:
    """The formulas, each once, and the number behind them, as z3py's `AtMost(a, b, c, 2)` has it."""
    values = flat(args)
    if not values or isinstance(values[-1], bool) or not isinstance(values[-1], int):
        raise Z3Exception(f"{name} takes formulas and, behind them, a number")
    return [(one, 1) for one in values[:-1]], values[-1]


def AtMost(*args: Any) -> BoolRef:
    """Whether at most so many of the formulas hold: `AtMost(a, b, c, 2)`."""
    return PbLe(*_counted("AtMost", args))


def AtLeast(*args: Any) -> BoolRef:
    """Whether at least so many of the formulas hold: `AtLeast(a, b, c, 2)`."""
    return PbGe(*_counted("AtLeast", args))


def mk_not(a: Exprish) -> BoolRef:
    """The negation; of a negation, what is negated."""
    negated = plain(a)
    return cast(BoolRef, wrap(negated.args[0])) if negated.name == "not" else Not(a)


def Distinct(*args: Any) -> BoolRef:
    values = flat(args)
    return formula("distinct", *values) if len(values) > 1 else BoolVal(True)


def _quantify(forall: bool, vs: Any, body: Exprish) -> QuantifierRef:
    bound = [plain(one) for one in (vs if isinstance(vs, (list, tuple)) else [vs])]
    make = Term.forall if forall else Term.exists
    return QuantifierRef(make(bound, coerce(body, BOOL)))


def ForAll(vs: Any, body: Exprish) -> QuantifierRef:
    return _quantify(True, vs, body)


def Exists(vs: Any, body: Exprish) -> QuantifierRef:
    return _quantify(False, vs, body)


# Integers.


def Sum(*args: Any) -> ArithRef:
    values = [coerce(value, INT) for value in flat(args)]
    return wrap_int(Term.apply("+", *values)) if values else IntVal(0)


def Product(*args: Any) -> ArithRef:
    values = [coerce(value, INT) for value in flat(args)]
    return wrap_int(Term.apply("*", *values)) if values else IntVal(1)


def Abs(a: ArithRef) -> ArithRef:
    return abs(a)


# Strings.


def _text(operator: str, *args: Term) -> SeqRef:
    return wrap_seq(Term.apply(operator, *args))


def _str(value: object) -> Term:
    return coerce(value, STRING)


def _int(value: object) -> Term:
    return coerce(value, INT)


def Length(s: Exprish) -> ArithRef:
    return wrap_int(Term.apply("str.len", _str(s)))


def Concat(*args: Any) -> Any:
    """One after the other: strings, or regular expressions."""
    values = [plain(value) for value in flat(args)]
    if not values:
        raise Z3Exception("Concat needs at least one argument")
    operator = "re.++" if values[0].sort == REGLAN else "str.++"
    return wrap(Term.apply(operator, *values)) if len(values) > 1 else wrap(values[0])


def Contains(a: Exprish, b: Exprish) -> BoolRef:
    return formula("str.contains", _str(a), _str(b))


def PrefixOf(a: Exprish, b: Exprish) -> BoolRef:
    """Whether `a` is a prefix of `b`."""
    return formula("str.prefixof", _str(a), _str(b))


def SuffixOf(a: Exprish, b: Exprish) -> BoolRef:
    """Whether `a` is a suffix of `b`."""
    return formula("str.suffixof", _str(a), _str(b))


def IndexOf(s: Exprish, substr: Exprish, offset: Optional[Exprish] = None) -> ArithRef:
    start = _int(0 if offset is None else offset)
    return wrap_int(Term.apply("str.indexof", _str(s), _str(substr), start))


def LastIndexOf(s: Exprish, substr: Exprish) -> ArithRef:
    """Where `substr` is last found in `s`: the first position from the other end."""
    whole, part = _str(s), _str(substr)
    after = Term.apply("str.indexof", Term.apply("str.rev", whole), Term.apply("str.rev", part), 0)
    place = Term.apply("-", Term.apply("str.len", whole), Term.apply("str.len", part), after)
    return wrap_int(Term.apply("ite", Term.apply("str.contains", whole, part), place, -1))


def Replace(s: Exprish, src: Exprish, dst: Exprish) -> SeqRef:
    """With the first occurrence replaced."""
    return _text("str.replace", _str(s), _str(src), _str(dst))


def ReplaceAll(s: Exprish, src: Exprish, dst: Exprish) -> SeqRef:
    return _text("str.replace_all", _str(s), _str(src), _str(dst))


def ReplaceRe(s: Exprish, src: ReRef, dst: Exprish) -> SeqRef:
    """With the first, shortest match replaced."""
    return _text("str.replace_re", _str(s), coerce(src, REGLAN), _str(dst))


def ReplaceReAll(s: Exprish, src: ReRef, dst: Exprish) -> SeqRef:
    """With all shortest non-empty matches replaced, from the left."""
    return _text("str.replace_re_all", _str(s), coerce(src, REGLAN), _str(dst))


def SubString(s: Exprish, offset: Exprish, length: Exprish) -> SeqRef:
    return _text("str.substr", _str(s), _int(offset), _int(length))


def SubSeq(s: Exprish, offset: Exprish, length: Exprish) -> SeqRef:
    return SubString(s, offset, length)


def Extract(high: Exprish, low: Exprish, a: Exprish) -> SeqRef:
    """`Extract(s, offset, length)`, in the order of z3py's string version."""
    return SubString(high, low, a)


def StrToInt(s: Exprish) -> ArithRef:
    return wrap_int(Term.apply("str.to_int", _str(s)))


def IntToStr(s: Exprish) -> SeqRef:
    return _text("str.from_int", _int(s))


def StrToCode(s: Exprish) -> ArithRef:
    return wrap_int(Term.apply("str.to_code", _str(s)))


def StrFromCode(c: Exprish) -> SeqRef:
    return _text("str.from_code", _int(c))


def CharVal(ch: Union[str, int]) -> SeqRef:
    """The character, which is a string of length 1 here, by itself or by its code."""
    text = chr(ch) if isinstance(ch, int) else ch
    if len(text) != 1:
        raise Z3Exception("a character is a string of length 1, or a code")
    return SeqRef(Term.literal(text))


def Unit(a: Exprish) -> SeqRef:
    """The string of one character, which is that character."""
    return wrap_seq(_str(a))


def CharToInt(ch: Exprish) -> ArithRef:
    return StrToCode(ch)


def CharIsDigit(ch: Exprish) -> BoolRef:
    return IsDigit(ch)


def IsDigit(s: Exprish) -> BoolRef:
    return formula("str.is_digit", _str(s))


def ToLower(s: Exprish) -> SeqRef:
    return _text("str.to_lower", _str(s))


def ToUpper(s: Exprish) -> SeqRef:
    return _text("str.to_upper", _str(s))


def Reverse(s: Exprish) -> SeqRef:
    return _text("str.rev", _str(s))


# Regular expressions.


def _language(operator: str, *args: object, indices: Sequence[int] = ()) -> ReRef:
    languages = [coerce(arg, REGLAN) for arg in args]
    return ReRef(Term.apply(operator, *languages, indices=indices))


def InRe(s: Exprish, re: ReRef) -> BoolRef:
    return formula("str.in_re", _str(s), coerce(re, REGLAN))


def Re(s: Exprish) -> ReRef:
    """The language of this string alone."""
    return ReRef(Term.apply("str.to_re", _str(s)))


def Range(lo: Exprish, hi: Exprish) -> ReRef:
    return ReRef(Term.apply("re.range", _str(lo), _str(hi)))


def Star(re: ReRef) -> ReRef:
    return _language("re.*", re)


def Plus(re: ReRef) -> ReRef:
    return _language("re.+", re)


def Option(re: ReRef) -> ReRef:
    return _language("re.opt", re)


def Union_(*args: Any) -> ReRef:
    """What is in some of them."""
    return _language("re.union", *_some("Union", args))


def Intersect(*args: Any) -> ReRef:
    """What is in all of them."""
    return _language("re.inter", *_some("Intersect", args))


def _some(name: str, args: Iterable[Any]) -> list[Any]:
    values = flat(args)
    if not values:
        raise Z3Exception(f"{name} needs at least one argument")
    return values


def Complement(re: ReRef) -> ReRef:
    return _language("re.comp", re)


def Diff(a: ReRef, b: ReRef) -> ReRef:
    return _language("re.diff", a, b)


def Loop(re: ReRef, lo: int, hi: int = 0) -> ReRef:
    """At least `lo` and at most `hi` times; with `hi` 0, any number from `lo` on."""
    if hi:
        return _language("re.loop", re, indices=(lo, hi))
    return _language("re.++", _language("re.^", re, indices=(lo,)), Star(re))


def AllChar(regex_sort: Optional[SortRef] = None) -> ReRef:
    """All strings of one character."""
    return ReRef(Term.apply("re.allchar"))


def Full(s: Optional[SortRef] = None) -> ReRef:
    """All strings."""
    return ReRef(Term.apply("re.all"))


def Empty(s: SortRef) -> Union[SeqRef, ReRef]:
    """The empty string, or the empty language."""
    if s._sort == STRING:
        return StringVal("")
    if s._sort == REGLAN:
        return ReRef(Term.apply("re.none"))
    raise Z3Exception(f"there is nothing empty of sort {s}")


# Terms as a whole.


def simplify(a: E) -> E:
    """The expression in the solver's normal form; what has no symbols becomes its value."""
    return cast(E, wrap(core.Solver().simplify(a.term)))


def substitute(t: E, *m: Any) -> E:
    """With expressions put in place of others: pairs, or one list of them."""
    pairs = m[0] if len(m) == 1 and isinstance(m[0], list) else m
    terms = [(plain(before), coerce(after, plain(before).sort)) for before, after in pairs]
    return cast(E, wrap(t.term.substitute(terms)))


def eq(a: ExprRef, b: ExprRef) -> bool:
    """Whether they are the same term."""
    return a.eq(b)
