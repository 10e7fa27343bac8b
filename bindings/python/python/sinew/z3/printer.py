"""Expressions as z3py prints them, without recursion.

Where the text would be long, because the term is or because it shares parts, it is the SMT-LIB text
instead, which names shared parts.
"""

from __future__ import annotations

from .. import _sinew as core

_LONGEST = 20_000

_NAMES = {
    "and": "And",
    "or": "Or",
    "not": "Not",
    "=>": "Implies",
    "xor": "Xor",
    "ite": "If",
    "distinct": "Distinct",
    "abs": "Abs",
    "str.++": "Concat",
    "str.len": "Length",
    "str.at": "At",
    "str.substr": "SubString",
    "str.prefixof": "PrefixOf",
    "str.suffixof": "SuffixOf",
    "str.contains": "Contains",
    "str.indexof": "IndexOf",
    "str.replace": "Replace",
    "str.replace_all": "ReplaceAll",
    "str.replace_re": "ReplaceRe",
    "str.replace_re_all": "ReplaceReAll",
    "str.is_digit": "IsDigit",
    "str.to_code": "StrToCode",
    "str.from_code": "StrFromCode",
    "str.to_int": "StrToInt",
    "str.from_int": "IntToStr",
    "str.to_lower": "ToLower",
    "str.to_upper": "ToUpper",
    "str.rev": "Reverse",
    "str.in_re": "InRe",
    "str.to_re": "Re",
    "re.++": "Concat",
    "re.union": "Union",
    "re.inter": "Intersect",
    "re.*": "Star",
    "re.+": "Plus",
    "re.opt": "Option",
    "re.comp": "Complement",
    "re.diff": "Diff",
    "re.range": "Range",
    "re.loop": "Loop",
    "re.^": "Loop",
    "re.none": "Empty(ReSort(String))",
    "re.all": "Full(ReSort(String))",
    "re.allchar": "AllChar(ReSort(String))",
}

_ATOM, _MINUS, _PRODUCT, _SUM, _RELATION = 5, 4, 3, 2, 1

#: Text and precedence of operators between two arguments.
_BETWEEN = {
    "*": ("*", _PRODUCT),
    "div": ("/", _PRODUCT),
    "mod": ("%", _PRODUCT),
    "+": (" + ", _SUM),
    "-": (" - ", _SUM),
    "=": (" == ", _RELATION),
    "distinct": (" != ", _RELATION),
    "<": (" < ", _RELATION),
    "<=": (" <= ", _RELATION),
    ">": (" > ", _RELATION),
    ">=": (" >= ", _RELATION),
    "str.<": (" < ", _RELATION),
    "str.<=": (" <= ", _RELATION),
}


def infix(root: core.Term) -> str:
    """The text of a term."""
    done: dict[core.Term, tuple[str, int]] = {}
    stack = [root]
    while stack:
        term = stack[-1]
        missing = [] if term in done else [arg for arg in term.args if arg not in done]
        if missing:
            stack.extend(missing)
            continue
        stack.pop()
        if term not in done:
            done[term] = _text(term, [done[arg] for arg in term.args])
            if len(done[term][0]) > _LONGEST:
                return str(root)
    return done[root][0]


def _text(term: core.Term, args: list[tuple[str, int]]) -> tuple[str, int]:
    value = term.value
    if isinstance(value, str):
        return f'"{value}"', _ATOM
    if value is not None:
        return str(value), _ATOM if isinstance(value, bool) or value >= 0 else _MINUS
    name = term.name or "?"
    if term.kind == "symbol":
        return _call(name, args), _ATOM
    if term.kind == "quantifier":
        bound = [text for text, _ in args[:-1]]
        listed = bound[0] if len(bound) == 1 else f"[{', '.join(bound)}]"
        return f"{'ForAll' if name == 'forall' else 'Exists'}({listed}, {args[-1][0]})", _ATOM
    if name == "-" and len(args) == 1:
        return "-" + _within(args[0], _MINUS), _MINUS
    if name in _BETWEEN and (len(args) == 2 or name in "+*"):
        sign, strength = _BETWEEN[name]
        # What stands on the right of a difference or quotient needs parentheses sooner.
        first = _within(args[0], strength + (strength == _RELATION))
        rest = [_within(arg, strength + (name not in "+*")) for arg in args[1:]]
        return sign.join([first, *rest]), strength
    indices = term.indices * (2 if name == "re.^" else 1)
    numbers = [(str(index), _ATOM) for index in indices]
    return _call(_NAMES.get(name, name), args + numbers), _ATOM


def _call(name: str, args: list[tuple[str, int]]) -> str:
    return f"{name}({', '.join(text for text, _ in args)})" if args else name


def _within(arg: tuple[str, int], least: int) -> str:
    text, strength = arg
    return text if strength >= least else f"({text})"
