"""The façade: what z3py's users expect of it, without z3."""

import copy
import warnings

import pytest

import sinew
from sinew.z3 import *

x, y = Strings("x y")
n, m = Ints("n m")
p, q = Bools("p q")


def solved(*formulas: object) -> ModelRef:
    solver = Solver()
    solver.add(*formulas)
    assert solver.check() == sat
    return solver.model()


def test_a_session() -> None:
    s = Solver()
    s.add(Length(x) == 3, [InRe(x, Plus(Range("a", "b")))])
    s += Contains(x, "bb")
    assert s.check() == sat and repr(s.check()) == "sat"
    assert s.model()[x].as_string() in ("abb", "bba", "bbb")
    s.push()
    s.add(x == "aaa")
    assert s.num_scopes() == 1 and s.check() == unsat
    with pytest.raises(Z3Exception, match="model is not available"):
        s.model()
    s.pop()
    assert s.check(x == "bba") == sat and s.model()[x].as_string() == "bba"
    assert len(s.assertions()) == 3
    assert "(declare-fun x () String)" in s.sexpr() and "check-sat" not in s.sexpr()
    again = Solver()
    again.from_string(s.to_smt2())
    assert [a.eq(b) for a, b in zip(again.assertions(), s.assertions())] == [True] * 3
    s.reset()
    assert s.assertions() == []
    with pytest.raises(Z3Exception):
        s.pop()


def test_cores() -> None:
    s = Solver()
    s.assert_and_track(n > 5, "low")
    s.assert_and_track(n < 3, q)
    s.assert_and_track(m == 1, p)
    assert s.check() == unsat
    assert {str(one) for one in s.unsat_core()} == {"low", "q"}
    assert s.check(p) == unsat


def test_models() -> None:
    f = Function("f", StringSort(), IntSort())
    model = solved(f("a") == 1, f(x) == 2, n == Length(x))
    assert model.eval(f("a")).as_long() == 1 and model.eval(f(x)).as_long() == 2
    assert model[y] is None and model.eval(Length(y)).eq(Length(y))
    assert model.eval(y, model_completion=True).as_string() == ""
    assert str(model.eval(Length(y) + n - n + 1)) in ("Length(y) + 1", "1 + Length(y)")
    assert {d.name() for d in model.decls()} == {"f", "x", "n"} == {d.name() for d in model}
    assert len(model) == 3 and x in model and y not in model
    values = model[f].as_list()
    assert all(isinstance(entry, list) for entry in values[:-1]) and is_int_value(values[-1])
    assert "define-fun n () Int" in model.sexpr()
    assert str(solved(x == "a", n == 3)) in ('[x = "a", n = 3]', '[n = 3, x = "a"]')


def test_the_character_at_a_place() -> None:
    assert solved(x[0] == "b", Length(x) == 1)[x].as_string() == "b"
    solver = Solver()
    # Outside the string it is one character, the same for the same string.
    solver.add(x == y, x[5] != y[5])
    assert solver.check() == unsat
    solver.reset()
    solver.add(x == "", Length(x[0]) != 1)
    assert solver.check() == unsat


def test_values_of_python_stand_for_literals() -> None:
    assert (1 + n).eq(IntVal(1) + n) and (n == True).eq(n == 1)
    assert If(p, "a", x).sort() == StringSort()
    assert (p + q).sexpr() == "(+ (ite p 1 0) (ite q 1 0))"
    assert And([p, True]).sexpr() == "(and p true)"
    assert StringVal("\\u{61}\\u0062").as_string() == "ab"
    assert StringVal("\\n").as_string() == "\\n"


def test_lists_generators_and_copies() -> None:
    assert And(n > i for i in range(3)).num_args() == 3
    solver = Solver()
    solver.add(n > i for i in range(3))
    assert len(solver.assertions()) == 3
    kept = copy.deepcopy({"formula": n > 1, "sort": StringSort(), "function": x.decl()})
    assert kept["formula"].eq(n > 1) and kept["sort"] == StringSort() and kept["function"]() is not None


def test_truth_of_equalities_is_sameness() -> None:
    assert x == x and not x == y and x in [y, x]
    assert {x: 1}[String("x")] == 1
    with pytest.raises(Z3Exception, match="cannot be cast"):
        bool(n > 1)


@pytest.mark.parametrize(
    "make",
    [
        lambda: x + 1,
        lambda: Length(n),
        lambda: And(n, True),
        lambda: x == 1,
        lambda: If(True, x, n),
        lambda: Solver().add(n),
        lambda: Concat(x, Re("a")),
        lambda: InRe(x, x),
        lambda: Function("f", StringSort(), IntSort())(1),
        lambda: Function("f", StringSort(), IntSort())(x, x),
        lambda: n**n,
        lambda: substitute(x, (x, n)),
        lambda: x == None,
        lambda: StringVal("\U00030000"),
        lambda: Union(),
    ],
)
def test_what_is_no_term_raises(make: object) -> None:
    with pytest.raises(Z3Exception):
        make()  # type: ignore[operator]


def test_walking_over_terms() -> None:
    e = InRe(x, Loop(Re("a"), 1, 3))
    assert e.decl().name() == "str.in_re" and e.decl().kind() == Z3_OP_SEQ_IN_RE
    assert e.arg(0).eq(x) and e.num_args() == 2
    assert e.arg(1).decl().params() == [1, 3]
    rebuilt = e.decl()(*e.children())
    assert rebuilt.eq(e) and e.arg(1).decl()(*e.arg(1).children()).eq(e.arg(1))
    assert (-n).decl().kind() == Z3_OP_UMINUS and (n - 1).decl().kind() == Z3_OP_SUB
    assert x.decl().kind() == Z3_OP_UNINTERPRETED and is_const(x)
    assert is_string_value(StringVal("")) and is_int_value(IntVal(3)) and not is_int_value(n)
    assert is_and(And(p, q)) and is_or(p | q) and is_not(~p) and is_eq(n == 1) and is_app(n)
    quantified = ForAll([n, x], n == Length(x))
    assert is_quantifier(quantified) and quantified.num_vars() == 2
    assert quantified.var_name(1) == "x" and quantified.body().eq(n == Length(x))
    assert substitute(Length(x) > n, (Length(x), m), (n, IntVal(1))).eq(m > 1)


def test_scripts() -> None:
    z = String("z")
    assertions = parse_smt2_string('(assert (= a "b"))(assert (p a))', decls={"a": z, "p": Function("p", StringSort(), BoolSort())})
    assert assertions[0].eq(z == "b") and str(assertions[1]) == "p(z)"
    with pytest.raises(Z3Exception, match="line 1 column 12"):
        parse_smt2_string("(assert (= b 1))", decls={"a": z})
    with pytest.raises(Z3Exception, match="push"):
        parse_smt2_string("(push 1)(assert true)")


def test_parameters() -> None:
    s = Solver()
    s.set("timeout", 1000)
    s.set(timeout=0xFFFFFFFF, random_seed=3, unsat_core=True)
    s.set("smt.random_seed", 4)
    with pytest.raises(sinew.OptionError):
        s.set("no.such.parameter", 1)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        s.set("parallel.enable", True)
    assert "no effect" in str(caught[0].message)
    set_param("timeout", 1)
    try:
        with pytest.raises(Z3Exception):
            set_param("no.such.parameter", 1)
        hard = Solver()
        hard.add(n * n * n + m * m * m + Int("k") * Int("k") * Int("k") == 114)
        assert hard.check() == unknown
    finally:
        reset_params()


def test_solve_and_prove(capsys: pytest.CaptureFixture[str]) -> None:
    solve(x + "b" == "ab")
    solve(n > n)
    prove(Length(x + y) == Length(x) + Length(y))
    prove(n != 3)
    assert capsys.readouterr().out == '[x = "a"]\nno solution\nproved\ncounterexample\n[n = 3]\n'


def test_long_terms_are_printed_and_shared_ones_too() -> None:
    long = n
    for _ in range(30_000):
        long = long + 1
    assert str(long).count("1") >= 30_000
    shared = x
    for _ in range(200):
        shared = shared + shared
    assert len(str(shared)) < 100_000


def test_what_z3py_does_not_have() -> None:
    assert simplify(ReplaceAll("banana", "a", "o")).as_string() == "bonono"
    assert simplify(ReplaceReAll("a1b22", Plus(Range("0", "9")), "#")).as_string() == "a#b##"
    assert simplify(ToUpper("abc")).as_string() == "ABC" and simplify(Reverse("abc")).as_string() == "cba"
    assert is_true(simplify(IsDigit("7")))


def test_declared_sorts() -> None:
    sort = DeclareSort("U")
    u, v = Consts("u v", sort)
    name = Function("name", sort, StringSort())
    model = solved(name(u) == "a", name(v) == "b")
    assert model.eval(name(u)).as_string() == "a" and is_false(model.eval(u == v))
    # Their elements have no values in Python.
    assert model[u] is None and "u = …" in str(model)
    solver = Solver()
    solver.add(u == v, name(u) != name(v))
    assert solver.check() == unsat


def test_consequences() -> None:
    s = Solver()
    a, b = Bools("a b")
    s.add(Implies(a, x == "ab"), Implies(b, q))
    result, found = s.consequences([a], [x, q, p])
    assert result == sat and [str(one) for one in found] == ['Implies(a, x == "ab")']
    result, found = s.consequences([a, b], [q])
    assert [str(one) for one in found] == ["Implies(b, q)"]
    s.add(Not(a))
    assert s.consequences([a], [x]) == (unsat, [])


def test_solutions() -> None:
    s = Solver()
    s.add(InRe(x, Union(Re("a"), Re("b"))), n == Length(x))
    assert sorted(value.as_string() for value in s.solutions(x)) == ["a", "b"]
    assert [[str(v) for v in pair] for pair in s.solutions([n])] == [["1"]]
    assert s.num_scopes() == 0 and s.check() == sat


def test_copies_of_solvers() -> None:
    s = Solver()
    s.add(x == "a")
    for other in (copy.copy(s), copy.deepcopy(s), s.translate(None)):
        other.add(x == "b")
        assert other.check() == unsat and s.check() == sat


def test_proofs() -> None:
    s = Solver()
    s.add(x == "abc", Length(x) < 3)
    with pytest.raises(Z3Exception, match="no proof"):
        s.proof()
    assert s.check() == unsat
    assert ":rule" in s.proof() and s.certificate() == "checked"
    assert Solver().certificate() == ""


def test_models_as_text() -> None:
    f = Function("a function", StringSort(), IntSort(), IntSort())
    s = Solver()
    s.add(f("a", 1) == 1, f("b", 2) == 2, String("a b") == "c")
    assert s.check() == sat
    again = parse_smt2_string(
        "(declare-fun z () Int)" + s.model().sexpr() + '(assert (= z (+ (|a function| "a" 1) (|a function| "b" 2))))'
    )
    found = Solver()
    found.add(again)
    assert found.check() == sat and found.model()[Int("z")].as_long() == 3


def test_small_things() -> None:
    assert get_version_string() == sinew.__version__ and get_version()[:2] == (0, 1)
    set_param("timeout", 1000)
    assert get_param("timeout") == "1000"
    reset_params()
    assert get_param("timeout") == ""
    assert is_app_of(x + "a", Z3_OP_SEQ_CONCAT) and is_arith_sort(IntSort())
    assert not eq(FreshFunction(IntSort())(), FreshFunction(IntSort())())
    assert simplify(CharToInt(CharVal("a"))).as_long() == 97 and CharVal(97).eq(StringVal("a"))
    with pytest.raises(Z3Exception):
        AtMost(p, q)


def test_solve_using(capsys: pytest.CaptureFixture[str]) -> None:
    s = Solver()
    s.add(x == "ab")
    solve_using(s, Length(x) == n)
    solve_using(s, x == "a")
    assert "n = 2" in capsys.readouterr().out and s.num_scopes() == 0
