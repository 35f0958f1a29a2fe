"""How the derivations of S4 grow, counted in operations: what a clock would show, without one."""

import numpy as np
import pytest
import sympy as sp

import linkwork as lw
from benchmarks.growth import ANGLES, derivation
from linkwork.expr import array, operation_count
from linkwork.expr.graph import as_expr
from linkwork.symbolic.byhand.sheet import Sheet


def operations(bars: int, way: str, angles: str) -> int:
    derived = derivation(bars, way, angles).derived
    return operation_count([as_expr(x) for part in (derived.M, derived.h) for x in array(part).ravel()])


@pytest.mark.seed("S4.2")
@pytest.mark.parametrize("angles", ANGLES)
def test_newton_and_euler_take_fewer_operations_than_lagrange(angles: str) -> None:
    """At every size; shared expressions keep both polynomial, where written out they would not be."""
    sizes = (2, 4, 6)
    ours, theirs = ([operations(n, way, angles) for n in sizes] for way in ("newton-euler", "lagrange"))
    assert all(a < 0.75 * b for a, b in zip(ours, theirs, strict=True))
    for counts in (ours, theirs):
        assert np.polyfit(np.log(sizes), np.log(counts), 1)[0] < 2.5


@pytest.mark.seed("S4.2")
def test_both_are_the_same_equations() -> None:
    values = dict(zip(sp.symbols("m3 l3 g3"), (1.0, 0.5, 9.81), strict=True))
    systems = [lw.compile_equations(derivation(3, way, "relative"), values) for way in ("newton-euler", "lagrange")]
    assert lw.compare(*systems).proven


@pytest.mark.parametrize(("bars", "expected"), [(4, [1, 16, 4]), (10, [1])])
def test_waves_are_written_where_they_may_pay(bars: int, expected: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten bars in relative angles have more waves than operations: one entry tells, and the others stay as they are."""
    written, tidied = [], Sheet.tidied
    equations = derivation(bars, "newton-euler", "relative")
    monkeypatch.setattr(
        Sheet, "tidied", lambda self, values: written.append(array(values).size) or tidied(self, values)
    )
    lw.compile_equations(equations, dict(zip(sp.symbols(f"m{bars} l{bars} g{bars}"), (1.0, 0.5, 9.81), strict=True)))
    assert written == expected


@pytest.mark.seed("S4.3")
def test_a_native_function_takes_a_fraction_of_the_operations_that_symbols_show() -> None:
    """Shared parts once, derivatives too: what makes it faster than `lambdify` (`make bench NAME=symbolic`)."""
    equations = derivation(4, "newton-euler", "relative")
    expression = sp.Matrix.hstack(equations.M, equations.h)
    arguments = [*equations.sheet.q, *equations.sheet.u, *sp.symbols("m4 l4 g4")]
    f = lw.native(expression, arguments)
    assert f.kernel.function.operations < 0.5 * sp.count_ops(expression)
    point = np.random.default_rng(2).normal(size=len(arguments))
    np.testing.assert_allclose(f(*point), sp.lambdify(arguments, expression, "numpy")(*point), rtol=1e-11, atol=1e-11)
