"""Elements with states, and rotors that turn freely, in absolute coordinates: the tree is the other route."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from tests.absolute.stateful import Maxwell
from tests.absolute_models import carried, pair


@cache
def both(make: Callable[[], lw.Model]) -> tuple[Any, lw.System, lw.State, lw.State]:
    tree, absolute = pair(make())
    return tree, absolute, tree.rest, carried(tree, absolute, tree.rest)


@pytest.mark.parametrize(("method", "tolerance"), [("generalized_alpha", 1e-4), ("weak2", 1e-4)])
def test_states_count_in_the_control_of_steps(method: str, tolerance: float) -> None:
    """A state alone that changes quickly makes steps short; the body it pulls hardly moves."""

    class Quick(lw.Force):
        measure = lw.Distance()
        states = ("x", "y")

        def law(self, z: Any) -> Any:
            return 1e-6 * z.x

        def state_dot(self, z: Any) -> Any:
            return [20.0 * z.y, -20.0 * z.x]

    m = lw.Model("quick", gravity=(0, 0, 0))
    m.connect(
        "q",
        Quick(),
        m.ground.at(0, 0, 1),
        m.body("b", mass=1.0, inertia=(1.0, 1.0, 1.0)).at(0, 0, 0),
        initial={"x": 1.0},
    )
    system = lw.compile_model(m, coordinates="absolute")
    run = lw.simulate(system, None, 1.0, method=method, rtol=tolerance, atol=1e-12)
    off = abs(run.final["q.x"] - np.cos(20.0))
    assert run.success and off < 500 * tolerance
    finer = lw.simulate(system, None, 1.0, method=method, rtol=0.1 * tolerance, atol=1e-12)
    assert finer.certificate.steps > 1.2 * run.certificate.steps


def test_a_free_wheel_changes_modes_as_in_the_tree() -> None:
    """A body that stands on a hinge, with a wheel about it that a spring holds: rest, and its modes."""
    m = lw.Model("held wheel", gravity=(0, 0, -9.81))
    body = m.body("body", mass=2.0, com=(0, 0, -0.3), inertia=(0.2, 0.25, 0.1))
    m.connect("pin", lw.Universal(), m.ground.at(0, 0, 0), body.at(0, 0, 0), initial={"first": 0.1})

    class Sprung(lw.Rotor):
        def axial_inertia(self) -> Any:
            return 0.03

        def torque(self, angle: Any, spin: Any, t: Any) -> Any:
            return 0.2 - 0.8 * angle - 0.02 * spin

    m.connect("wheel", Sprung(), body.at(0, 0, 0, rotate={"x": 0.4, "y": 0.9}))
    tree, absolute, there, here = both(lambda: m)
    one, other = lw.equilibrium(tree, there), lw.equilibrium(absolute, here)
    assert other.state["wheel.angle"] == pytest.approx(0.25, abs=1e-9) == one.state["wheel.angle"]
    mine, theirs = (np.sort_complex(x.eigenvalues) for x in (other, one))
    assert len(mine) == 6 and np.abs(mine.imag).max() > 1.0
    np.testing.assert_allclose(mine, theirs, atol=1e-7)


def test_prescribed_motion_leaves_states_alone_and_names_a_free_wheel() -> None:
    m = lw.Model("crank")
    crank = m.body("crank", mass=1.0, com=(0.1, 0, 0), inertia=(0.1, 0.1, 0.1))
    m.connect("A", lw.Revolute("y"), m.ground.at(0, 0, 0), crank.at(0, 0, 0), drive={"angle": lw.Ramp(2.0)})
    m.connect(
        "pull", Maxwell(stiffness=40.0, time=0.3), m.ground.at(1, 0, 0), crank.at(0.5, 0, 0), initial={"pull": 900.0}
    )
    system = lw.compile_model(m, coordinates="absolute")
    found = lw.kinematics(system, system.rest, 0.5)
    assert found.complete and found["crank.w_y"][-1] == pytest.approx(2.0, abs=1e-9)
    m.connect("wheel", lw.Wheel(inertia=0.1), crank.at(0, 0, 0))
    system = lw.compile_model(m, coordinates="absolute")
    with pytest.raises(lw.ModelError, match=r"'wheel\.spin' can still move"):
        lw.kinematics(system, system.rest, 0.5)


def test_a_state_that_never_rests_is_named() -> None:
    class Clock(lw.Force):
        measure = lw.Distance()
        states = ("time",)

        def law(self, z: Any) -> Any:
            return 0.0 * z.time

        def state_dot(self, z: Any) -> Any:
            return 1.0 + 0.0 * z.time

    m = lw.Model("clock")
    m.connect("tick", Clock(), m.ground.at(0, 0, 1), m.body("bob", mass=1.0, inertia=(1.0, 1.0, 1.0)).at(0, 0, 0))
    m.connect("weld", lw.Weld(), m.ground, m.bodies["bob"])
    system = lw.compile_model(m, coordinates="absolute")
    with pytest.raises(lw.EquilibriumError, match=r"the state 'tick\.time' still changes by 1 a second"):
        lw.equilibrium(system)
