"""To SymPy and back, and LaTeX."""

import subprocess
import sys

import numpy as np
import pytest
import sympy
from hypothesis import assume, given, settings

from linkwork.expr import (
    TraceError,
    array,
    exp,
    forward_derivatives,
    maximum,
    opaque,
    pi,
    sin,
    spline,
    sqrt,
    symbols,
    trace,
    where,
)
from linkwork.expr.evaluate import evaluate
from linkwork.expr.from_sympy import from_sympy
from linkwork.expr.primitives import MEANING
from linkwork.expr.to_sympy import SYMPY, latex, sympy_number, sympy_symbol, to_sympy, to_sympy_shared
from tests.exact import evaluate_exactly
from tests.strategies import cases, cases_of, flat_values

x, y = symbols("x"), symbols("y")
q = symbols("q", 3)
X, Y, Q0 = (sympy.Symbol(name, real=True) for name in ("x", "y", "q_0"))


def test_every_primitive_is_known():
    assert set(SYMPY) == set(MEANING)


def test_sympy_is_not_imported_with_the_package():
    code = "import sys, linkwork.expr; print('sympy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_names():
    assert to_sympy(q[0] * x) == Q0 * X
    assert to_sympy(symbols("A", (2, 2))[0, 1]) == sympy.Symbol("A_0_1", real=True)
    assert latex(q[0] + symbols("A", (2, 2))[0, 1]) == "A_{0 1} + q_{0}"
    assert sympy_symbol("q[0]") == Q0


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        (x / 3.0 + 2.0 * y, X / 3 + 2 * Y),
        (x * 0.5, X / 2),
        (x + pi / 2, X + sympy.pi / 2),
        (x * 9.81, X * sympy.Float(9.81)),
        (x**2.5, X ** sympy.Rational(5, 2)),
        (sqrt(x), sympy.sqrt(X)),
        (exp(-x), sympy.exp(-X)),
        (where(x < y, x, 1.0), sympy.Piecewise((X, X < Y), (1, True))),
        (maximum(x, y), sympy.Max(X, Y)),
        (np.arctan2(x, y), sympy.atan2(X, Y)),
        (np.floor(x) + np.ceil(y), sympy.floor(X) + sympy.ceiling(Y)),
        (abs(x) * np.sign(y), sympy.Abs(X) * sympy.sign(Y)),
    ],
)
def test_expressions(ours, theirs):
    assert to_sympy(ours) == theirs


def test_relations():
    assert to_sympy((x <= y) & ~(x == 1.0)) == sympy.And(
        X <= Y, sympy.Not(sympy.Eq(1, X, evaluate=False), evaluate=False)
    )


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (2.0, sympy.Integer(2)),
        (-0.75, sympy.Rational(-3, 4)),
        (2 * np.pi, 2 * sympy.pi),
        (-np.pi / 180, -sympy.pi / 180),
        (0.1, sympy.Float(0.1)),
        (1e300, sympy.Float(1e300)),
        (-np.inf, -sympy.oo),
    ],
)
def test_numbers_come_back_exactly(value, expected):
    assert sympy_number(value) == expected
    assert from_sympy(expected).data == value


def test_matrices_and_functions():
    matrix = symbols("A", (2, 2))
    converted = to_sympy(matrix @ matrix)
    assert converted.shape == (2, 2)
    assert all(a is b for a, b in zip(from_sympy(converted).ravel(), (matrix @ matrix).ravel(), strict=True))
    assert to_sympy(q).shape == (3, 1)
    assert to_sympy(symbols("T", (2, 2, 2))).shape == (2, 2, 2)
    assert from_sympy(to_sympy(symbols("T", (2, 2, 2))))[1, 0, 1] is symbols("T", (2, 2, 2))[1, 0, 1]
    f = trace(lambda q, t: {"y": q * sin(t), "z": q[0]}, {"q": 2, "t": ()})
    assert list(to_sympy(f)) == ["y", "z"]
    assert latex(f) == (
        "\\begin{aligned}\n"
        "y &= \\left[\\begin{matrix}q_{0} \\sin{\\left(t \\right)}\\\\"
        "q_{1} \\sin{\\left(t \\right)}\\end{matrix}\\right] \\\\\n"
        "z &= q_{0}\n\\end{aligned}"
    )
    assert to_sympy(array([1.0, x]))[0] == 1 and to_sympy(2.0) == 2


def check_round_trip(case):
    function = case.function
    values = flat_values(function, case.values)
    definitions, outputs = to_sympy_shared(function)
    assert set(outputs) == set(function.outputs)
    back = [np.ravel(from_sympy(outputs[name], definitions=definitions)) for name in function.outputs]
    ours = evaluate_exactly(function.roots, values)
    theirs = evaluate_exactly([entry for part in back for entry in part], values)
    for a, b in zip(ours, theirs, strict=True):
        assert abs(a - b) < 1e-12 * (1 + abs(a))


@settings(max_examples=30)
@given(cases())
def test_round_trip_of_random_graphs(case):
    assume(case.margin > 1e-9)
    check_round_trip(case)


@pytest.mark.parametrize("op", sorted({*MEANING, "lookup"}))
def test_round_trip_of_each_primitive(op):
    @settings(max_examples=3)
    @given(cases_of(op))
    def check(case):
        assume(case.margin > 1e-9)
        values = flat_values(case.function, case.values)
        roots = case.function.roots
        back = [from_sympy(to_sympy(root)) for root in roots]
        np.testing.assert_allclose(evaluate(back, values), evaluate(roots, values), rtol=1e-12, atol=1e-12)
        check_round_trip(case)

    check()


def test_tables_keep_their_data_and_their_derivatives():
    curve = spline([0.0, 1.0, 2.0], [0.0, 1.0, 0.5])
    there = to_sympy(curve(x) * x)
    assert from_sympy(there) is curve(x) * x
    slope = from_sympy(there.diff(X))
    (expected,) = forward_derivatives([curve(x) * x], {x: 1.0})
    assert evaluate([slope], {"x": 0.7})[0] == pytest.approx(evaluate([expected], {"x": 0.7})[0], rel=1e-14)
    assert to_sympy(forward_derivatives([curve(x)], {x: 1.0})[0]) == to_sympy(curve(x)).diff(X)
    assert float(to_sympy(curve(x)).subs(X, 0.7).evalf()) == curve(0.7)


def test_opaque_functions_keep_their_data_and_their_derivatives():
    law = opaque(lambda a, b: (a * b, a + b), 2, 2, jacobian=lambda a, b: [[b, a], [1.0, 1.0]], name="law")
    there = to_sympy(law(x, y)[0] + law(y, x)[1])
    assert str(there) in ("law_0(x, y) + law_1(y, x)", "law_1(y, x) + law_0(x, y)")
    assert from_sympy(there) is law(x, y)[0] + law(y, x)[1]
    slope = from_sympy(there.diff(X))
    assert evaluate([slope], {"x": 2.0, "y": 3.0}) == [4.0]
    assert float(there.subs({X: 2.0, Y: 3.0}).evalf()) == 11.0
    one = opaque(lambda a: 2.0 * a, 1, name="one")
    assert str(to_sympy(one(x))) == "one(x)" and from_sympy(to_sympy(one(x))) is one(x)


def test_shared_subexpressions_are_named_once():
    shared = sin(x) * y
    definitions, result = to_sympy_shared(shared**2 + shared, prefix="x")
    assert definitions == [(sympy.Symbol("x0", real=True), sympy.sin(X) * Y)]
    assert str(result) == "x0**2 + x0"
    deep = x
    for _ in range(200):
        deep = deep * deep + 1.0
    definitions, result = to_sympy_shared(deep)
    assert len(definitions) == 199
    assert from_sympy(result, definitions=definitions) is deep


@pytest.mark.parametrize("name", ["m_1", "a_1_2", "_1", "x1", "q_a", "φ_1", "m"])
def test_scalars_come_back_as_scalars(name):
    assert from_sympy(to_sympy(symbols(name))) is symbols(name)
    assert from_sympy(to_sympy(symbols(name, 2)))[1, 0] is symbols(name, 2)[1]
    assert from_sympy(to_sympy(symbols(name, (2, 2))))[1, 0] is symbols(name, (2, 2))[1, 0]


def test_a_function_comes_back_on_its_own_inputs():
    f = trace(lambda m_1, q: m_1 * sin(q), {"m_1": (), "q": 2})
    back = from_sympy(to_sympy(f)["value"], f)
    assert all(a is b for a, b in zip(back.ravel(), f.output("value"), strict=True))


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("φ", r"\phi"),
        ("φ_1", r"\phi_{1}"),
        ("Ωx", r"\Omega x"),
        ("λ", r"\lambda"),
        ("Α", r"\mathrm{A}"),
        ("m_1", "m_{1}"),
    ],
)
def test_greek_letters_are_commands(name, text):
    assert latex(symbols(name)) == text
    assert latex(trace(lambda **q: {"ψ": q["k"]}, {"k": ()})) == "\\begin{aligned}\n\\psi &= k\n\\end{aligned}"


def test_names_that_would_collide():
    with pytest.raises(TraceError, match="x and x would both be called x; rename one"):
        to_sympy(x + trace(lambda x: x, {"x": ()}).input("x"))
    assert from_sympy(Q0, {"q_0": symbols("q_0")}) is symbols("q_0")
    _, result = to_sympy_shared(sin(symbols("x0")) ** 2)
    assert str(result) == "x1**2"


t = sympy.Symbol("t")
angle = sympy.Function("theta")(t)
a, b = sympy.symbols("a b")


@pytest.mark.parametrize(
    "theirs",
    [
        a**3 / b**2 - 2 * a * b / 3 + 1,
        a ** sympy.Rational(1, 3) + b ** sympy.Rational(-3, 2) + 1 / sympy.sqrt(a),
        2**a + a**b + sympy.exp(-a) / 3,
        sympy.Mod(a, b) + sympy.frac(a) + sympy.Heaviside(a - b),
        sympy.sec(a) + sympy.csc(a) + sympy.cot(a) + sympy.sinc(a),
        sympy.Min(a, b, 1) + sympy.Max(a, b, 0, 2),
        sympy.Piecewise((a, a > b), (b, sympy.Or(a < 0, sympy.Eq(a, 1))), (3, True)),
        sympy.Piecewise((a, sympy.ITE(a > 0, b > 0, b < 0)), (3, True)),
        sympy.Piecewise((a, sympy.Not(sympy.And(a >= 1, b <= 2, sympy.Ne(a, b)))), (3, True)),
        sympy.E * a + sympy.pi * b + sympy.GoldenRatio,
        sympy.atan2(a, b) + sympy.Abs(a - b) + sympy.sign(a - b),
        sympy.log(a, 2) + sympy.log(b),
    ],
)
def test_what_sympy_has_derived(theirs):
    values = {"a": 0.7, "b": 1.3}
    ours = evaluate([from_sympy(theirs)], values)[0]
    assert ours == pytest.approx(float(theirs.subs({a: values["a"], b: values["b"]})), rel=1e-13)


def test_applied_functions_can_be_named():
    assert from_sympy(sympy.sin(angle) * a, {angle: x, a: 2.0}) is 2.0 * sin(x)


@pytest.mark.parametrize(
    ("theirs", "message"),
    [
        (sympy.I * a, "has no counterpart here"),
        (sympy.airyai(a), r"airyai\(a\) \(airyai\) has no counterpart here"),
        (angle, "say what it stands for with symbols="),
        (sympy.Piecewise((1, a > 0)), r"not defined everywhere; end it with \(value, True\)"),
        (sympy.nan, "NaN was used as a constant"),
        (sympy.zoo, "has no counterpart"),
    ],
)
def test_what_has_no_counterpart(theirs, message):
    with pytest.raises(TraceError, match=message):
        from_sympy(theirs)
