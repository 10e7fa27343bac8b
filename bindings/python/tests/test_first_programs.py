"""Ten programs as somebody writes them who has read docs/python.md and nothing else."""

import threading

import pytest

import sinew
from sinew.z3 import *  # noqa: F403


def test_parts_of_an_address() -> None:
    scheme, host, path = Strings("scheme host path")
    s = Solver()
    s.add(Concat(scheme, "://", host, "/", path) == "https://example.org/a/b")
    s.add(Not(Contains(host, "/")), Not(Contains(scheme, ":")))
    assert s.check() == sat
    m = s.model()
    assert [m[part].as_string() for part in (scheme, host, path)] == ["https", "example.org", "a/b"]


def test_password() -> None:
    password = String("password")
    any_ = Full(ReSort(StringSort()))
    rules = [Concat(any_, Range(a, b), any_) for a, b in ("09", "AZ")]
    solver = Solver()
    solver.add(InRe(password, Intersect(*rules, Loop(Range("0", "Z"), 8, 10))))
    assert solver.check() == sat
    value = solver.model().eval(password).as_string()
    assert 8 <= len(value) <= 10 and any(c.isdigit() for c in value) and any(c.isupper() for c in value)


def test_port() -> None:
    address, port = String("address"), Int("port")
    s = Solver()
    s.add(address == "localhost:" + IntToStr(port), And(port > 1023, port < 65536), port * 2 == 16160)
    assert s.check() == sat
    assert s.model()[port].as_long() == 8080
    assert str(s.model().eval(Length(address))) == "14"


def test_requirements() -> None:
    name = String("name")
    s = Solver()
    s.assert_and_track(Length(name) <= 3, "short")
    s.assert_and_track(Contains(name, "abcd"), "long")
    s.assert_and_track(PrefixOf("a", name), "a first")
    assert s.check() == unsat
    assert {str(label) for label in s.unsat_core()} == {"short", "long"}


def test_branches() -> None:
    text = String("text")
    s = Solver()
    answers = []
    for condition in (PrefixOf("GET ", text), Contains(text, ".."), Length(text) < 6):
        s.push()
        s.add(condition)
        answers.append(s.check())
    assert answers == [sat, sat, unsat]
    s.pop()
    assert s.check(text == "GET ..") == sat
    assert s.check(text == "PUT ..") == unsat


def test_all_solutions() -> None:
    digits = String("digits")
    s = Solver()
    s.add(InRe(digits, Plus(Range("0", "9"))), StrToInt(digits) < 4, Length(digits) == 2)
    found = set()
    while s.check() == sat:
        value = s.model()[digits]
        found.add(value.as_string())
        s.add(digits != value)
    assert found == {"00", "01", "02", "03"}


def test_limits() -> None:
    a, b, c = Ints("a b c")
    s = Solver()
    s.set("timeout", 50)
    s.add(a * a * a + b * b * b + c * c * c == 114)
    assert s.check() == unknown
    assert s.reason_unknown() == "timeout"
    core = sinew.Solver(steps=1000)
    core.assert_(*sinew.parse(s.to_smt2()))
    assert (core.check(), core.reason) == ("unknown", "resourceout")


def test_functions_and_proofs_of_laws() -> None:
    f = Function("f", StringSort(), IntSort())
    x, y = Strings("x y")
    s = Solver()
    s.add(x == y, f(x) != f(y))
    assert s.check() == unsat
    prove(Implies(And(PrefixOf(x, y), PrefixOf(y, x)), x == y))


def test_typed_core() -> None:
    x = sinew.Term.const("x", sinew.Sort("String"))
    solver = sinew.Solver()
    solver.assert_(sinew.Term.apply("str.contains", x, "ab"), sinew.Term.apply("=", sinew.Term.apply("str.len", x), 3))
    assert solver.check() == "sat"
    value = solver.model[x]
    assert isinstance(value, str) and "ab" in value and len(value) == 3
    with pytest.raises(sinew.SortError):
        sinew.Term.apply("str.len", 3)
    with pytest.raises(sinew.SinewError):
        solver.set_option("no-such-option", "1")


def test_threads() -> None:
    answers = {}

    def ask(letter: str) -> None:
        word = String("word")
        s = Solver()
        s.add(word == letter, Contains(word, "b"))
        answers[letter] = s.check()

    threads = [threading.Thread(target=ask, args=(letter,)) for letter in "abc"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == {"a": unsat, "b": sat, "c": unsat}
