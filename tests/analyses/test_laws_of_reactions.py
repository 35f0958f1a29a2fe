"""Laws that read the force of a constraint, and have no value where that force is zero."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import linkwork as lw

ALONG = lw.Displacement("z")
LAWS: dict[str, Callable[[Any, Any, Any], Any]] = {
    "quotient": lambda n, v, f: -f.tanh(v) * n * n / abs(n),
    "direction": lambda n, v, f: -0.1 * f.tanh(v) * abs(n / f.sqrt(n * n)),
    "logarithm": lambda n, v, f: -f.tanh(v) * f.log(abs(n)),
}


def rubbing(law: Callable[[Any, Any, Any], Any], on: lw.Measure = ALONG) -> lw.Active:
    """A force on what is measured that depends on a normal force and on the speed."""

    class Rub(lw.Active):
        inputs = ("normal",)
        measured = on

        def law(self, e: Any, e_dot: Any, i: Any) -> Any:
            return law(i.normal, e_dot, lw)

    return Rub()


def guided(law: Callable[[Any, Any, Any], Any]) -> lw.Model:
    """2 kg pushed by 5 N along x, held on x + y = 0: the multiplier is −2.5 N, and along z it falls and rubs."""
    m = lw.Model("guided", gravity=(0, 0, -10))
    block = m.body("block", lw.Box(size=(0.1, 0.1, 0.1), mass=2.0))
    m.connect("free", lw.Free(), m.ground, block)
    m.connect("guide", lw.LinearCoupling((1.0, 1.0)), "free.x", "free.y")
    m.connect("push", lw.AppliedForce((5.0, 0.0, 0.0)), block)
    m.connect("rub", rubbing(law), m.ground, block, inputs={"normal": "guide.multipliers"})
    return m


@pytest.mark.few(2)
@pytest.mark.parametrize("coordinates", ["tree", "absolute"])
@pytest.mark.parametrize("name", LAWS)
def test_a_law_that_has_no_value_at_zero_force_runs(name: str, coordinates: str) -> None:
    """Against SciPy, with the multiplier that is known."""
    law = LAWS[name]
    system = lw.compile_model(guided(law), coordinates)
    run = lw.simulate(system, system.rest, 0.3, method="radau", rtol=1e-8, atol=1e-10)
    expected = solve_ivp(lambda t, v: -10.0 + law(-2.5, v, np) / 2.0, (0.0, 0.3), [0.0], rtol=1e-10, atol=1e-12)
    assert run.verdict.is_good
    assert run["block.velocity"][-1, 2] == pytest.approx(expected.y[0, -1], rel=1e-6)
    assert run["block.velocity"][-1, 0] == pytest.approx(1.25 * 0.3, rel=1e-6)


def undefined(n: Any, v: Any, f: Any) -> Any:
    return -f.sqrt(n - 1e6) * f.tanh(v)


@pytest.mark.few(1)
@pytest.mark.parametrize("coordinates", ["tree", "absolute"])
def test_where_no_force_goes_with_the_law_it_is_named(coordinates: str) -> None:
    system = lw.compile_model(guided(undefined), coordinates)
    with pytest.raises(lw.ModelError, match=r"connection 'rub': ") as found:
        lw.simulate(system, system.rest, 0.3)
    assert "node" not in str(found.value)


def test_the_force_of_a_hinge_is_no_node() -> None:
    m = lw.Model("pendulum")
    rod = m.body("rod", lw.Rod(length=1.0, mass=2.0))
    m.connect("A", lw.Revolute("y"), m.ground, rod)
    m.connect("rub", rubbing(undefined, lw.RelativeAngle("y")), m.ground, rod, inputs={"normal": "A.force.x"})
    system = lw.compile_model(m)
    with pytest.raises(lw.ModelError, match=r"'rub': an input reads 'A.force.x', and no value") as found:
        lw.simulate(system, {"A.angle": 0.5, "A.angle_dot": 1.0}, 0.3)
    assert "lw.where" in str(found.value) and "node" not in str(found.value)
