"""Elements with states, and rotors that turn freely, in absolute coordinates: the tree is the other route."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, ClassVar

import numpy as np
import pytest

import linkwork as lw
from tests.absolute.stateful import apart, gyrostat
from tests.absolute_models import carried, pair


class Maxwell(lw.Force):
    """A spring and a damper in series: the force of both is a state."""

    measure = lw.Distance()
    stiffness = lw.parameter()
    time = lw.parameter()
    states = ("pull",)

    def law(self, z: Any) -> Any:
        return -z.pull

    def state_dot(self, z: Any, e_dot: Any) -> Any:
        return self.stiffness * e_dot - z.pull / self.time


class Servo(lw.Active):
    """A first-order servo that pushes towards a length."""

    measure = lw.Distance()
    gain = lw.parameter()
    states = ("force", "error")
    inputs = ("length",)
    start: ClassVar = {"error": 0.1}

    def law(self, z: Any) -> Any:
        return z.force

    def state_dot(self, z: Any, i: Any, e: Any) -> Any:
        return [5.0 * (self.gain * z.error - z.force), 3.0 * (i.length - e - 0.2 * z.error)]


BEAT = lw.Sine(0.1, 0.5, offset=0.7)


def rods(length: Any = BEAT) -> lw.Model:
    """Two rods on hinges, two Maxwell elements and a servo."""
    m = lw.Model("rods", gravity=(0, 0, -9.81))
    a = m.body("a", mass=1.0, com=(0.4, 0, 0.02), inertia=(0.02, 0.1, 0.1))
    b = m.body("b", mass=0.7, com=(0.3, 0, 0), inertia=(0.01, 0.05, 0.05))
    m.connect("A", lw.Revolute("y"), m.ground.at(0, 0, 0), a.at(0, 0, 0), initial={"angle": 0.3})
    m.connect("B", lw.Revolute("y"), a.at(0.8, 0, 0), b.at(0, 0, 0), initial={"angle": -0.5, "angle_dot": 1.0})
    m.connect("hold", lw.Spring(stiffness=90.0, length=0.4), m.ground.at(0.5, 0, 0.7), a.at(0.6, 0, 0))
    m.connect("one", Maxwell(stiffness=40.0, time=0.3), m.ground.at(0.2, 0, -0.5), b.at(0.5, 0, 0))
    m.connect(
        "two", Maxwell(stiffness=25.0, time=0.1), m.ground.at(0.9, 0, 0.6), a.at(0.7, 0, 0), initial={"pull": 2.0}
    )
    m.connect("servo", Servo(gain=30.0), a.at(0.1, 0, 0.1), b.at(0.2, 0, 0), inputs={"length": length})
    return m


@cache
def both(make: Callable[[], lw.Model]) -> tuple[Any, lw.System, lw.State, lw.State]:
    tree, absolute = pair(make())
    return tree, absolute, tree.rest, carried(tree, absolute, tree.rest)


@pytest.mark.few(1)
@pytest.mark.parametrize("make", [rods, gyrostat])
def test_accelerations_and_loads_are_those_of_the_tree(make: Any) -> None:
    tree, absolute, there, here = both(make)
    # The start that connections give is the same in both.
    assert apart(tree, absolute, there, absolute.rest) < 1e-12
    one, other = lw.loads(tree, there), lw.loads(absolute, here)
    for name, wrench in other.wrenches.items():
        np.testing.assert_allclose(wrench.force, one[name].force, atol=1e-9)
        np.testing.assert_allclose(wrench.moment, one[name].moment, atol=1e-9)


@pytest.mark.few(1)
@pytest.mark.parametrize("make", [rods, gyrostat])
@pytest.mark.parametrize(
    ("method", "order"), [("generalized_alpha", 2), pytest.param("weak1", 2, marks=pytest.mark.slow), ("weak2", 4)]
)
def test_runs_converge_to_those_of_the_tree(make: Any, method: str, order: int) -> None:
    tree, absolute, there, here = both(make)
    end = lw.simulate(tree, there, 0.2, rtol=1e-12, atol=1e-13, times=[0.2]).final
    off = []
    for count in (20, 40) if order == 2 else (10, 20):
        run = lw.simulate(absolute, here, 0.2, h=0.2 / count, method=method)
        assert run.success and run.z.shape == (len(run), absolute.layout.nz)
        off.append(apart(tree, absolute, end, run.final))
    assert np.log2(off[0] / off[1]) == pytest.approx(order, abs=0.3)
    assert off[-1] < (0.02 if order == 2 else 1e-4)


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


@pytest.mark.slow
def test_rest_and_modes_are_those_of_the_tree() -> None:
    tree, absolute = pair(rods(0.75))
    one = lw.equilibrium(tree)
    near = {"A.angle": one["A.angle"] + 0.03, "servo.error": 0.1, "one.pull": 1.0}
    other = lw.equilibrium(absolute, carried(tree, absolute, one.state.with_values(near)))
    assert other.state["servo.force"] == pytest.approx(30.0 * other.state["servo.error"], rel=1e-9)
    assert apart(tree, absolute, one.state, other.state) < 1e-8
    np.testing.assert_allclose(other["A.force"], one["A.force"], atol=1e-7)
    assert one.stability == other.stability
    mine, theirs = (np.sort_complex(x.eigenvalues) for x in (other, one))
    np.testing.assert_allclose(mine, theirs, atol=1e-7)
    assert other.linearization.states[-4:] == absolute.layout.z == tree.layout.z
    responses = []
    for system, at in ((tree, one), (absolute, other)):
        found = lw.linearize(system, at, inputs=["b.force.x"], outputs=["servo.force", "one.pull"])
        responses.append(found.C @ np.linalg.solve(3.0j * np.eye(len(found.A)) - found.A, found.B) + found.D)
    assert np.abs(responses[0]).max() > 1e-2
    np.testing.assert_allclose(responses[1], responses[0], atol=1e-8)
    with pytest.raises(lw.ModelError, match=r"there is no channel 'servo\.farce'"):
        lw.linearize(absolute, other, outputs=["servo.farce"])


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
