"""Models, as z3py has them."""

from __future__ import annotations

from typing import Any, Iterator, Optional, TypeVar, Union, cast

from .. import _sinew as core
from .exprs import ExprRef, FuncDeclRef, Term, Z3Exception, wrap

E = TypeVar("E", bound=ExprRef)


class FuncEntry:
    """Arguments, and the value of a function for them."""

    def __init__(self, args: list[ExprRef], value: ExprRef) -> None:
        self._args, self._value = args, value

    def num_args(self) -> int:
        return len(self._args)

    def arg_value(self, idx: int) -> ExprRef:
        return self._args[idx]

    def value(self) -> ExprRef:
        return self._value

    def as_list(self) -> list[ExprRef]:
        return [*self._args, self._value]

    def __repr__(self) -> str:
        return repr(self.as_list())


class FuncInterp:
    """What a function is in a model."""

    def __init__(self, entries: list[FuncEntry], default: ExprRef) -> None:
        self._entries, self._default = entries, default

    def num_entries(self) -> int:
        return len(self._entries)

    def entry(self, idx: int) -> FuncEntry:
        return self._entries[idx]

    def else_value(self) -> ExprRef:
        return self._default

    def as_list(self) -> list[Union[list[ExprRef], ExprRef]]:
        return [*(entry.as_list() for entry in self._entries), self._default]

    def __repr__(self) -> str:
        parts = []
        for entry in self._entries:
            args = ", ".join(map(repr, entry._args))
            parts.append(f"{args if len(entry._args) == 1 else f'({args})'} -> {entry._value!r}")
        return f"[{', '.join([*parts, f'else -> {self._default!r}'])}]"


def _table(meaning: FuncInterp) -> str:
    """A function as a term over its parameters `x!0`, `x!1`, …"""
    text = meaning.else_value().sexpr()
    for entry in reversed(meaning._entries):
        equal = [f"(= x!{i} {arg.sexpr()})" for i, arg in enumerate(entry._args)]
        case = equal[0] if len(equal) == 1 else f"(and {' '.join(equal)})"
        text = f"(ite {case} {entry.value().sexpr()} {text})"
    return text


class ModelRef:
    """Values for the symbols of a satisfiable set of assertions."""

    def __init__(self, model: core.Model) -> None:
        self._model = model

    def eval(self, t: E, model_completion: bool = False) -> E:
        """The value of an expression. Without completion, symbols without a value stay."""
        value = self._model.eval_term(t.term, model_completion)
        if value is None:
            known = [(Term.const(d.name(), d.range()._sort), d) for d in self.decls() if not d.arity()]
            values = [(symbol, self._model.eval_term(symbol, False)) for symbol, _ in known]
            pairs = [(symbol, value) for symbol, value in values if value is not None]
            value = core.Solver().simplify(t.term.substitute(pairs))
        return cast(E, wrap(value))

    evaluate = eval

    def decls(self) -> list[FuncDeclRef]:
        return [FuncDeclRef.of(function) for function in self._model.symbols]

    def get_interp(self, decl: Union[FuncDeclRef, ExprRef]) -> Union[ExprRef, FuncInterp, None]:
        """The value of a constant or the table of a function; `None` if it has no meaning here."""
        if isinstance(decl, ExprRef):
            if decl.num_args() or decl.term.kind != "symbol":
                raise Z3Exception("a model has values of constants and functions; eval has the others")
            decl = decl.decl()
        if decl._function is None:
            raise Z3Exception(f"`{decl.name()}` is no declared function")
        if not decl.arity():
            value = self._model.eval_term(decl._function(), False)
            return None if value is None else wrap(value)
        table = self._model.function(decl._function)
        if table is None:
            return None
        entries = [FuncEntry([wrap(arg) for arg in args], wrap(value)) for args, value in table[0]]
        return FuncInterp(entries, wrap(table[1]))

    def __getitem__(self, idx: Union[int, FuncDeclRef, ExprRef]) -> Any:
        return self.decls()[idx] if isinstance(idx, int) else self.get_interp(idx)

    def __len__(self) -> int:
        return len(self._model.symbols)

    def __iter__(self) -> Iterator[FuncDeclRef]:
        return iter(self.decls())

    def __contains__(self, decl: object) -> bool:
        key: Optional[FuncDeclRef] = None
        if isinstance(decl, ExprRef):
            key = decl.decl()
        elif isinstance(decl, FuncDeclRef):
            key = decl
        return key is not None and key in self.decls()

    def sexpr(self) -> str:
        lines = []
        for decl in self.decls():
            name = Term.const(decl.name(), decl.range()._sort)
            sorts = [decl.domain(i).name() for i in range(decl.arity())]
            params = " ".join(f"(x!{i} {sort})" for i, sort in enumerate(sorts))
            meaning = self.get_interp(decl)
            if meaning is None:
                # Elements of declared sorts have no text.
                lines.append(f"; {name} has a value without a name")
                continue
            value = _table(meaning) if isinstance(meaning, FuncInterp) else meaning.sexpr()
            lines.append(f"(define-fun {name} ({params}) {decl.range().name()}\n  {value})")
        return "\n".join(lines)

    def __repr__(self) -> str:
        # Elements of declared sorts have no text.
        pairs = ((decl, self.get_interp(decl)) for decl in self.decls())
        texts = (f"{decl} = {'…' if value is None else value}" for decl, value in pairs)
        return f"[{', '.join(texts)}]"
