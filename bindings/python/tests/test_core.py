"""The typed core."""

import gc
import threading

import pytest

import sinew
from sinew import Function, Solver, Sort, Term

STRING, INT, BOOL = Sort("String"), Sort("Int"), Sort("Bool")
x, n, p = Term.const("x", STRING), Term.const("n", INT), Term.const("p", BOOL)


def test_terms_know_what_they_are() -> None:
    term = Term.apply("str.in_re", x, Term.apply("re.loop", Term.apply("str.to_re", "a"), indices=[1, 3]))
    assert (term.kind, term.name, term.sort) == ("operator", "str.in_re", BOOL)
    assert term.args[0] == x and hash(term.args[0]) == hash(Term.const("x", STRING))
    assert term.args[0] != Term.const("x", INT)
    assert term.args[1].indices == [1, 3]
    assert x.function is not None and x.function() == x
    assert str(term) == '(str.in_re x ((_ re.loop 1 3) (str.to_re "a")))'
    assert [Term.literal(value).value for value in ("a", 3, True)] == ["a", 3, True]
    assert x.value is None


@pytest.mark.parametrize("value", ["", "a\nb", 'a"b', "\u00fc\u4e2d", "\U0002ffff", "\ud800x", "\0", "\\u{61}"])
def test_strings_survive(value: str) -> None:
    assert Term.literal(value).value == value
    solver = Solver()
    solver.assert_(Term.apply("=", x, value))
    assert solver.check() == "sat"
    assert solver.model is not None and solver.model[x] == value


@pytest.mark.parametrize("value", [0, -1, 2**63 - 1, 2**63, -(2**63), 10**100, -(10**100)])
def test_integers_survive(value: int) -> None:
    assert Term.literal(value).value == value
    solver = Solver()
    solver.assert_(Term.apply("=", n, value))
    assert solver.check() == "sat"
    assert solver.model is not None and solver.model[n] == value


def test_errors_are_exceptions() -> None:
    with pytest.raises(sinew.SortError, match="argument 1 of `str.len` must have sort String"):
        Term.apply("str.len", 1)
    with pytest.raises(sinew.SortError, match="takes 1 argument, but got 0"):
        Term.apply("str.len")
    with pytest.raises(sinew.OperatorError, match="no operator `str.size`"):
        Term.apply("str.size", x)
    with pytest.raises(sinew.SortError, match="2 indices"):
        Term.apply("re.loop", Term.apply("re.all"), indices=[1])
    with pytest.raises(sinew.CharacterError, match="U\\+30000"):
        Term.literal("\U00030000")
    with pytest.raises(sinew.SortError, match="expected a Bool"):
        Solver().assert_(x)
    with pytest.raises(TypeError, match="but got float"):
        Term.apply("+", n, 1.5)  # type: ignore[arg-type]
    with pytest.raises(sinew.OptionError):
        Solver().set_option("no-such-option", "1")
    with pytest.raises(sinew.SortError, match="argument 1 of `f` must have sort String"):
        Function("f", [STRING], INT)(1)
    with pytest.raises(ValueError, match="0 are open"):
        Solver().pop()
    with pytest.raises(ValueError):
        Solver(timeout=-1)
    with pytest.raises(ValueError, match="binds different constants"):
        Term.forall([n, n], True)
    with pytest.raises(sinew.ParseError, match="line 1 column 14"):
        sinew.parse("(assert (= 1 y))")
    assert all(issubclass(getattr(sinew, e), sinew.SinewError) for e in dir(sinew) if e.endswith("Error"))


def test_what_raises_asserts_nothing() -> None:
    solver = Solver()
    with pytest.raises(sinew.SortError):
        solver.assert_(Term.literal(False), x)
    assert solver.assertions == [] and solver.check() == "sat"


def test_levels_assumptions_and_cores() -> None:
    solver = Solver()
    solver.assert_(Term.apply(">", n, 3))
    solver.push()
    low, other = Term.const("low", BOOL), Term.const("other", BOOL)
    solver.assert_and_track(Term.apply("<", n, 2), low)
    solver.assert_and_track(Term.apply("<", n, 100), other)
    assert solver.check() == "unsat" and solver.core == [low]
    assert solver.model is None
    solver.pop()
    assert solver.level == 0 and solver.check() == "sat"
    assumption = Term.apply("=", n, 1)
    assert solver.check(assumption) == "unsat" and solver.core == [assumption]
    with pytest.raises(sinew.SortError, match="no Boolean constant"):
        solver.assert_and_track(p, Term.apply("not", p))
    assert "(assert (> n 3))" in solver.to_smt2()
    assert sinew.parse(solver.to_smt2()) == solver.assertions
    solver.reset()
    assert solver.assertions == []


def test_models() -> None:
    f = Function("f", [STRING], INT)
    solver = Solver()
    solver.assert_(Term.apply("=", f("a"), 1), Term.apply("=", f(x), 2), p)
    assert solver.check() == "sat"
    model = solver.model
    assert model is not None
    assert model[f("a")] == 1 and model[f(x)] == 2 and model[p] is True
    assert model.eval(Term.const("new", INT)) == 0
    assert model.eval(Term.const("new", INT), completion=False) is None
    assert {symbol.name for symbol in model.symbols} == {"f", "x", "p"}
    assert dict(model.constants())["p"] is True
    meaning = model.function(f)
    assert meaning is not None
    entries, default = meaning
    values = {args[0].value: value.value for args, value in entries}
    assert values.get("a", default.value) == 1
    solver.assert_(False)
    assert model[p] is True, "a model outlives its query"


def test_quantifiers_and_substitution() -> None:
    claim = Term.forall([n], Term.apply("<", Term.apply("mod", n, 2), 2))
    assert claim.kind == "quantifier" and claim.name == "forall"
    solver = Solver()
    solver.assert_(Term.apply("not", claim))
    assert solver.check() == "unsat"
    m = Term.const("m", INT)
    open_term = Term.exists([n], Term.apply("<", n, m))
    # The bound constant is another one after the free one of the same name came in.
    replaced = open_term.substitute([(m, n)])
    assert replaced.args[0] != n and str(replaced).endswith(" n))")


def test_limits_end_a_query_with_a_reason() -> None:
    solver = Solver(steps=1)
    y = Term.const("y", STRING)
    solver.assert_(Term.apply("=", Term.apply("str.++", x, "a", y), Term.apply("str.++", y, "b", x)))
    assert solver.check() == "unknown"
    assert solver.reason == "resourceout"


def test_deep_terms() -> None:
    term = p
    for _ in range(100_000):
        term = Term.apply("not", term)
    solver = Solver()
    solver.assert_(term)
    assert solver.check() == "sat"
    assert term == solver.assertions[0]
    del term
    gc.collect()


def test_terms_go_between_threads() -> None:
    answers = []

    def work(number: int) -> None:
        solver = Solver()
        solver.assert_(Term.apply("=", n, number))
        solver.check()
        assert solver.model is not None
        answers.append(solver.model[n])

    threads = [threading.Thread(target=work, args=(i,)) for i in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers) == list(range(8))


def test_statistics_and_simplify() -> None:
    solver = Solver()
    solver.assert_(Term.apply("=", n, 3))
    solver.check()
    assert solver.statistics
    assert solver.simplify(Term.apply("str.len", "abc")).value == 3
