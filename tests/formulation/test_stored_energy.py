"""Energy of the whole: of motion, of gravity and in force elements, in both formulations."""

from functools import cache
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.expr import make_function, symbols
from linkwork.expr.graph import as_expr
from linkwork.expr.polynomials import polynomial_integral
from linkwork.expr.tables import spline
from linkwork.testing import ConformanceError, check_element

PLACES = {"a": (0.0, 0.0, 0.1), "b": (1.0, 0.0, -0.1)}
GIVEN = {"A.displacement": 0.1, "B.displacement": -0.1}


def two_masses(**more: lw.Force) -> lw.Model:
    """Two masses on vertical rails, hung from above and joined; nothing dissipates unless `more` does."""
    m = lw.Model("two masses")
    for name, rail in (("a", "A"), ("b", "B")):
        body = m.body(name, lw.Sphere(radius=0.1, mass=1.0))
        m.connect(rail, lw.Prismatic("z"), m.ground.at(PLACES[name][0], 0, 0), body)
    a, b = m.bodies["a"], m.bodies["b"]
    m.connect("hook", lw.Spring(stiffness=100.0, length=2.0), m.ground.at(0, 0, 2), a)
    m.connect("between", lw.Bar(axial=8.0, length=0.7), a, b)
    m.connect("own", lw.FunctionForce(lambda e: -3.0 * (e - 0.4) - 2.0 * e**3), m.ground.at(1, 0, 2), b)
    m.connect("tissue", lw.NonlinearSpring(lw.ExponentialResponse(1.0, 2.0), length=1.5), m.ground.at(0, 0, -2), a)
    m.connect("floor", lw.SpherePlaneContact(stiffness=1e4, radius=0.1), m.ground.at(0, 0, -0.2), a)
    for name, force in more.items():
        m.connect(name, force, m.ground.at(1, 0, 2), b)
    return m


@cache
def braked(formulation: str) -> lw.Trajectory:
    return simulated(two_masses(brake=lw.Damper(damping=2.0)), formulation)


def simulated(model: lw.Model, formulation: str) -> lw.Trajectory:
    system: Any = lw.compile_model(model, formulation)
    if formulation == "tree":
        return lw.simulate(system, system.state(GIVEN), t_end=0.5, rtol=1e-10, atol=1e-10)
    start = lw.assemble(system, bodies=PLACES)
    return lw.simulate(system, start, t_end=0.5, rtol=1e-6)


@pytest.mark.few(1)
@pytest.mark.parametrize(("formulation", "tolerance"), [("tree", 1e-7), ("absolute", 3e-3)])
def test_energy_is_constant_where_nothing_dissipates(formulation: str, tolerance: float) -> None:
    run = simulated(two_masses(), formulation)
    assert np.ptp(run["kinetic_energy"]) > 2.0
    assert np.ptp(run["floor.energy"]) > 0.1
    assert np.ptp(run.energy) < tolerance * np.ptp(run["kinetic_energy"])


@pytest.mark.few(1)
@pytest.mark.parametrize("formulation", ["tree", "absolute"])
def test_the_parts_make_the_whole(formulation: str) -> None:
    run = braked(formulation)
    parts = [run[f"{name}.energy"] for name in ("hook", "between", "own", "tissue", "floor")]
    np.testing.assert_allclose(run["stored_energy"], sum(parts), rtol=1e-9, atol=1e-12)
    np.testing.assert_allclose(run["hook.energy"], 50.0 * (run["hook.measure"] - 2.0) ** 2, rtol=1e-9)
    np.testing.assert_allclose(run["gravity_energy"], 9.81 * (run["a.position.z"] + run["b.position.z"]), atol=1e-9)
    np.testing.assert_allclose(run["potential_energy"], run["gravity_energy"] + run["stored_energy"], atol=1e-9)
    np.testing.assert_allclose(run.energy, run["kinetic_energy"] + run["potential_energy"], atol=1e-9)
    assert run.energy[-1] < run.energy[0] - 0.5
    assert {run.channel_table[name].unit for name in ("energy", "stored_energy", "gravity_energy", "hook.energy")} == {
        "J"
    }


@pytest.mark.few(1)
@pytest.mark.parametrize("formulation", ["tree", "absolute"])
def test_the_balance_closes_whatever_dissipates(formulation: str) -> None:
    run = braked(formulation)
    assert run.energy_balance[0] == 0.0
    assert np.abs(run.energy_balance).max() <= 1.001 * run.certificate.energy_error + 1e-12


def test_an_energy_that_is_not_known_is_refused() -> None:
    run = simulated(two_masses(odd=lw.FunctionForce(lambda e: -lw.sin(e))), "tree")
    with pytest.raises(
        lw.ModelError, match=r"'odd': the energy in FunctionForce is not known; write its stored_energy"
    ):
        run["odd.energy"]
    run["stored_energy"]  # the others' is


class Tuned(lw.Force):
    """A law whose energy its author writes."""

    measure = lw.Distance()

    def law(self, e: Any) -> Any:
        return -lw.sin(e)

    def stored_energy(self, e: Any) -> Any:
        return 1.0 - lw.cos(e)


class Wrong(Tuned):
    """A stored energy that is another law's."""

    def stored_energy(self, e: Any) -> Any:
        return 3.0 - lw.cos(2.0 * e)


def test_a_stored_energy_is_checked_against_the_loads() -> None:
    check_element(Tuned())
    with pytest.raises(ConformanceError, match="stored_energy"):
        check_element(Wrong())


@pytest.mark.parametrize(
    ("function", "at_two"),
    [
        (lambda x: 3.0 + 0.0 * x, 6.0),
        (lambda x: x, 2.0),
        (lambda x: -(x - 0.5) / 4.0, -0.25),
        (lambda x: x**3 - 2.0 * x * (x - 1.0), 4.0 - 16.0 / 3.0 + 4.0),
    ],
)
def test_polynomials_are_integrated(function: Any, at_two: float) -> None:
    x = symbols("x")
    found = polynomial_integral(function(x), x)
    assert found is not None
    assert make_function("f", {"x": x}, {"y": found})(2.0).y == pytest.approx(at_two, rel=1e-14)


@pytest.mark.parametrize(
    "function",
    [
        lambda x: lw.where(x > 0.0, x, 0.0),
        lambda x: 1.0 / x,
        lambda x: abs(x),
        lambda x: lw.sin(x) ** 2,
        lambda x: x**9,
    ],
)
def test_what_is_no_polynomial_is_not(function: Any) -> None:
    x = symbols("x")
    assert polynomial_integral(as_expr(function(x)), x) is None


@pytest.mark.parametrize("outside", ["hold", "linear"])
def test_tables_are_integrated_exactly(outside: Any) -> None:
    curve = spline([-1.0, 0.3, 1.0, 2.0], [-2.0, 0.4, 1.0, 5.0], outside=outside)
    nodes, weights = np.polynomial.legendre.leggauss(4)
    for ends in ((-1.0, 0.3), (0.3, 0.9), (2.0, 2.7), (-1.8, -1.0)):
        half, middle = 0.5 * (ends[1] - ends[0]), 0.5 * (ends[0] + ends[1])
        area = half * float(weights @ curve(middle + half * nodes))
        assert curve.antiderivative(ends[1]) - curve.antiderivative(ends[0]) == pytest.approx(area, rel=1e-12)
