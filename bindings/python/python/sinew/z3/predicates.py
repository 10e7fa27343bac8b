"""Questions about expressions, by z3py's names."""

from __future__ import annotations

from typing import Any

from .exprs import (
    ArithRef,
    ArithSortRef,
    BoolRef,
    ExprRef,
    FuncDeclRef,
    IntNumRef,
    QuantifierRef,
    ReRef,
    SeqRef,
    SortRef,
)


def is_expr(a: Any) -> bool:
    return isinstance(a, ExprRef)


def is_ast(a: Any) -> bool:
    return isinstance(a, (ExprRef, SortRef, FuncDeclRef))


def is_sort(a: Any) -> bool:
    return isinstance(a, SortRef)


def is_func_decl(a: Any) -> bool:
    return isinstance(a, FuncDeclRef)


def is_app(a: Any) -> bool:
    return isinstance(a, ExprRef) and not isinstance(a, QuantifierRef)


def is_const(a: Any) -> bool:
    return is_app(a) and a.num_args() == 0


def is_app_of(a: Any, k: int) -> bool:
    return is_app(a) and a.decl().kind() == k


def is_var(a: Any) -> bool:
    """Never: quantifiers bind constants here."""
    return False


def is_quantifier(a: Any) -> bool:
    return isinstance(a, QuantifierRef)


def is_bool(a: Any) -> bool:
    return isinstance(a, BoolRef)


def is_int(a: Any) -> bool:
    return isinstance(a, ArithRef)


def is_arith(a: Any) -> bool:
    return isinstance(a, ArithRef)


def is_arith_sort(s: Any) -> bool:
    return isinstance(s, ArithSortRef)


def is_int_value(a: Any) -> bool:
    return isinstance(a, IntNumRef)


def is_rational_value(a: Any) -> bool:
    return False


def is_seq(a: Any) -> bool:
    return isinstance(a, SeqRef)


def is_string(a: Any) -> bool:
    return isinstance(a, SeqRef)


def is_string_value(a: Any) -> bool:
    return isinstance(a, SeqRef) and a.is_string_value()


def is_re(a: Any) -> bool:
    return isinstance(a, ReRef)


def _is(a: Any, *names: str) -> bool:
    return isinstance(a, ExprRef) and a.term.kind != "symbol" and a.term.name in names


def is_true(a: Any) -> bool:
    return _is(a, "true")


def is_false(a: Any) -> bool:
    return _is(a, "false")


def is_and(a: Any) -> bool:
    return _is(a, "and")


def is_or(a: Any) -> bool:
    return _is(a, "or")


def is_not(a: Any) -> bool:
    return _is(a, "not")


def is_implies(a: Any) -> bool:
    return _is(a, "=>")


def is_eq(a: Any) -> bool:
    return _is(a, "=")


def is_distinct(a: Any) -> bool:
    return _is(a, "distinct")


def is_ite(a: Any) -> bool:
    return _is(a, "ite")


def is_add(a: Any) -> bool:
    return _is(a, "+")


def is_sub(a: Any) -> bool:
    return _is(a, "-") and a.num_args() > 1


def is_mul(a: Any) -> bool:
    return _is(a, "*")


def is_div(a: Any) -> bool:
    """Never: that is division of reals."""
    return False


def is_idiv(a: Any) -> bool:
    return _is(a, "div")


def is_mod(a: Any) -> bool:
    return _is(a, "mod")


def is_le(a: Any) -> bool:
    return _is(a, "<=")


def is_lt(a: Any) -> bool:
    return _is(a, "<")


def is_ge(a: Any) -> bool:
    return _is(a, ">=")


def is_gt(a: Any) -> bool:
    return _is(a, ">")
