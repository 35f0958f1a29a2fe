"""`lw.native`: SymPy expressions as native code with exact derivatives (S4.3)."""

from __future__ import annotations

import numpy as np
import pytest
import sympy as sp

import linkwork as lw

x, y, t = sp.symbols("x y t")
q = sp.Function("q")(t)


@pytest.mark.seed("S4.3", passage="§2.1, sym_2_fun")
@pytest.mark.parametrize("seed", range(3))
def test_a_matrix_equals_lambdify(seed: int) -> None:
    expression = sp.Matrix([[sp.sin(x * y) / (1 + y**2), sp.exp(-x)], [sp.atan2(y, x), sp.sqrt(x**2 + y**2)]])
    a, b = np.random.default_rng(seed).normal(size=2)
    expected = sp.lambdify((x, y), expression, "numpy")(a, b)
    np.testing.assert_allclose(lw.native(expression, [x, y])(a, b), expected, rtol=1e-14)


def test_derivatives_are_those_of_sympy() -> None:
    expression = sp.sin(x) ** 3 * sp.log(1 + y**2)
    f = lw.native(expression, [x, y])
    for wrt in ((x,), (y,), (x, y), (x, x, y)):
        expected = float(sp.diff(expression, *wrt).subs({x: 0.3, y: 0.7}))
        assert f.derivative(*wrt)(0.3, 0.7) == pytest.approx(expected, rel=1e-13)


def test_arrays_as_arguments_give_jacobians() -> None:
    p = sp.Matrix(sp.symbols("p1:4"))
    f = lw.native(p.cross(sp.Matrix([1, 2, 3])) * t, [p, t])
    value = np.array([[0.3], [0.5], [-0.2]])
    assert f(value, 2.0).shape == (3, 1)
    slopes = f.derivative(p)(value, 2.0)
    assert slopes.shape == (3, 1, 3, 1)
    np.testing.assert_allclose(slopes[:, 0, :, 0], 2.0 * np.array([[0, 3, -2], [-3, 0, 1], [2, -1, 0]]))


def test_functions_of_time_and_their_rates_are_arguments() -> None:
    energy = q.diff(t) ** 2 / 2 + t * sp.cos(q)
    f = lw.native(energy, [q, q.diff(t), t])
    assert f(0.4, 3.0, 2.0) == pytest.approx(4.5 + 2.0 * np.cos(0.4), rel=1e-15)
    assert f.derivative(q)(0.4, 3.0, 2.0) == pytest.approx(-2.0 * np.sin(0.4), rel=1e-15)


def test_many_points_at_once() -> None:
    f = lw.native([x**2, x * y], [x, y])
    points = np.linspace(-1, 1, 37)
    np.testing.assert_array_equal(f.batch(points, 3.0), np.stack([points**2, 3.0 * points], axis=1))


def test_branches_and_conditions() -> None:
    f = lw.native(sp.Piecewise((x**2, x < 0), (sp.Max(x, y), True)), (x, y))
    assert (f(-2.0, 9.0), f(1.0, 9.0)) == (4.0, 9.0)


def test_a_list_of_matrices_lies_along_a_new_first_axis() -> None:
    f = lw.native([sp.Matrix([10 * x, y]), sp.Matrix([x, 3 * y])], [x, y])
    np.testing.assert_array_equal(f(1.0, 2.0), [[[10.0], [2.0]], [[1.0], [6.0]]])
    g = lw.native([[x, y], sp.Array([y, x]), np.array([x * y, 1])], [x, y])
    np.testing.assert_array_equal(g(2.0, 3.0), [[2.0, 3.0], [3.0, 2.0], [6.0, 1.0]])


@pytest.mark.parametrize("entries", [sp.Matrix([x, y]), sp.Matrix([[x, y]])])
def test_columns_and_rows_may_come_flat(entries: sp.Matrix) -> None:
    f = lw.native(x - y, entries)
    points = np.arange(6.0).reshape(3, 2)
    assert f([5.0, 2.0]) == f(np.reshape([5.0, 2.0], entries.shape)) == 3.0
    np.testing.assert_array_equal(f.batch(points), points[:, 0] - points[:, 1])
    np.testing.assert_array_equal(f.batch(points), f.batch(points.reshape(3, *entries.shape)))


SPECIAL = [
    sp.erf(x),
    sp.erfc(x),
    sp.gamma(x),
    sp.loggamma(x),
    sp.digamma(x),
    sp.besselj(2, x),
    sp.bessely(1, x),
    sp.besseli(0, x),
    sp.besselk(sp.Rational(1, 3), x),
]


@pytest.mark.seed("S4.3")
@pytest.mark.parametrize("function", SPECIAL, ids=str)
def test_special_functions_and_two_derivatives(function: sp.Expr) -> None:
    """Against mpmath, with twenty digits."""
    f = lw.native(y * function, [x, y])
    for k, g in enumerate((f, f.derivative(x), f.derivative(x, x))):
        wanted = [
            float(sp.diff(y * function, x, k).subs({x: sp.Rational(*a), y: 2}).evalf(20)) for a in ((7, 10), (5, 2))
        ]
        np.testing.assert_allclose([g(0.7, 2.0), g(2.5, 2.0)], wanted, rtol=2e-13)
    np.testing.assert_array_equal(f.batch(np.array([0.7, 2.5, 0.7]), 2.0), [f(0.7, 2.0), f(2.5, 2.0), f(0.7, 2.0)])


def test_an_order_that_changes_is_refused() -> None:
    with pytest.raises(lw.ModelError, match=r"the order of jv is .* it has to be a number"):
        lw.native(sp.besselj(y, x), [x, y])


@pytest.mark.parametrize(
    ("expression", "arguments", "said"),
    [
        (x * y, [x], r"y stands in the expression and is not among the arguments \(x\)"),
        (q.diff(t), [q, t], r"Derivative\(q\(t\), t\) stands in the expression"),
        (q + x, [x, t], r"q\(t\) stands in the expression"),
        (x, [x, x], "x is given twice"),
        (x, [x + 1], "is neither a symbol"),
        (sp.airyai(x), [x], r"airyai\(x\) has no native code.*put a symbol s in its place"),
        (sp.Piecewise((y, y < 0)), [x, y], r"Piecewise\(\(y, y < 0\)\) is not defined everywhere"),
        (sp.I * x, [x], r"as_real_imag"),
        ([x, [x, y]], [x, y], r"x has the shape \(\), \[x, y\] the shape \(2,\)"),
        ([x, sp.Matrix([x, y])], [x, y], r"x has the shape \(\), Matrix.* the shape \(2, 1\)"),
        ([], [x], r"native: the list \[\] is empty; give a SymPy expression"),
        (None, [x], "native: None is not an expression; give a SymPy expression"),
        (lambda a: a, [x], r"is a function; call it with symbols"),
        (sp.MatrixSymbol("A", 2, 2), [x], r"as_explicit\(\)"),
        (sp.Derivative(sp.sin(x), x), [x], r"Derivative\(sin\(x\), x\) is written down .* call \.doit\(\)"),
        (sp.Derivative(t * q, t), [q, q.diff(t), t], r"call \.doit\(\)"),
        (sp.Integral(y, (y, 0, x)), [x], r"Integral\(y, \(y, 0, x\)\) is written down .* call \.doit\(\)"),
        (x * sp.Sum(y, (y, 0, 3)), [x], r"call \.doit\(\)"),
    ],
)
def test_what_cannot_be_done_is_said(expression: sp.Expr, arguments: list[sp.Expr], said: str) -> None:
    with pytest.raises(lw.ModelError, match=said):
        lw.native(expression, arguments)


def test_wrong_calls_are_told() -> None:
    f = lw.native(x * y, [x, y])
    with pytest.raises(lw.ModelError, match=r"one of \(x, y\), and got 1 arguments"):
        f(1.0)
    with pytest.raises(lw.ModelError, match="no argument 'z'"):
        f.derivative("z")
    with pytest.raises(lw.ModelError, match=r"derivative: say by which of \(x, y\)"):
        f.derivative()
    with pytest.raises(lw.ModelError, match=r"native: y has shape \(2,\), needs \(\)"):
        f(1.0, [2.0, 3.0])
    with pytest.raises(lw.ModelError, match=r"native: y has 3 points, others have 2"):
        f.batch([1.0, 2.0], [1.0, 2.0, 3.0])
    with pytest.raises(lw.ModelError, match=r"native: \[\[x\], \[y\]\] has shape \(3,\), needs \(2, 1\)"):
        lw.native(x, sp.Matrix([x, y]))([1.0, 2.0, 3.0])
    with pytest.raises(lw.ModelError, match=r"native: \[\[x\], \[y\]\] must be an array; its rows have"):
        lw.native(x, sp.Matrix([x, y]))([[1.0], [2.0, 3.0]])
