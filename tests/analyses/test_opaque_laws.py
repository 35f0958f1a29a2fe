"""Laws that cannot be traced: plain Python, numba and tables run like traced ones; the certificate says how."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
import pytest

import linkwork as lw

K, L = 80.0, 0.5


def stiffening(e: float) -> float:
    x = e - L
    return -K * x * (1.0 + x * x)


def slope(e: float) -> list[list[float]]:
    x = e - L
    return [[-K * (1.0 + 3.0 * x * x)]]


class Called(lw.Force):
    """A law that calls a function."""

    measure = lw.Distance()
    function = lw.option()

    def law(self, e: Any) -> Any:
        return self.function(e)


class Traced(lw.Force):
    """The same law, traced."""

    measure = lw.Distance()

    def law(self, e: Any) -> Any:
        return stiffening(e)


WAYS = {
    "python": (lambda: lw.opaque(stiffening, 1, name="gauge"), "central differences"),
    "numba": (lambda: lw.opaque(numba.njit(stiffening), 1, name="gauge"), "central differences"),
    "own": (lambda: lw.opaque(stiffening, 1, jacobian=slope, name="gauge"), "its own function"),
}


def run_of(element: lw.Force, method: str) -> lw.Trajectory:
    m = lw.Model("gauge", gravity=(0, 0, -9.81))
    bob = m.body("bob", lw.Sphere(radius=0.02, mass=0.5))
    m.connect("rail", lw.Prismatic("x"), m.ground, bob)
    m.connect("law", element, m.ground, bob)
    system = lw.compile_model(m)
    start = system.state({"rail.displacement": 0.8})
    return lw.simulate(system, start, t_end=0.5, method=method, rtol=1e-9, atol=1e-11, times=20)


@pytest.mark.few(3)
@pytest.mark.parametrize("method", ["dop853", "radau"])
@pytest.mark.parametrize("way", WAYS)
def test_opaque_laws_move_like_traced_ones(way: str, method: str) -> None:
    make, said = WAYS[way]
    opaque, traced = run_of(Called(make()), method), run_of(Traced(), method)
    np.testing.assert_allclose(opaque["rail.displacement"], traced["rail.displacement"], atol=1e-7)
    assert str(opaque.certificate.notes) == f"law: gauge is not traced; its derivatives come from {said}"
    assert traced.certificate.notes == ()


def test_tables_in_laws_are_traced() -> None:
    """A spline through values of the law: exact derivatives, so nothing to note."""
    e = np.linspace(0.05, 1.2, 400)
    response = lw.TableResponse(e - L, [-stiffening(x) for x in e])
    table, traced = run_of(lw.NonlinearSpring(response, L), "radau"), run_of(Traced(), "radau")
    assert table.certificate.notes == ()
    np.testing.assert_allclose(table["rail.displacement"], traced["rail.displacement"], atol=1e-5)
