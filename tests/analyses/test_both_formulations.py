"""Linear systems, equilibria and their derivatives: the same in coordinates of a tree and in absolute ones."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from tests.absolute_models import carried, pair

INPUTS = ["k", "c", "field", "P.angle.load", "b.force.z", "b.tip.force.x", "b.moment.y", "motor.command"]
OUTPUTS = [
    "a.position",
    "b.tip.velocity.x",
    "b.angular_velocity",
    "s.force",
    "motor.torque",
    "energy",
    "P.angle",
    "lag.set",
]
LOADS = ["P.force", "R.moment.y"]


class Lag(lw.Force):
    """A spring whose length follows with a delay: a state."""

    measure = lw.Distance()
    stiffness = lw.parameter()
    states = ("set",)

    def law(self, e: Any, z: Any) -> Any:
        return -self.stiffness * (e - z.set)

    def state_dot(self, e: Any, z: Any) -> Any:
        return 2.0 * (e - z.set) - 0.5 * (z.set - 0.8)


class Motor(lw.Active):
    """A torque by a command."""

    inputs = ("command",)
    outputs = ("torque",)

    def wrench(self, i: Any) -> Any:
        return [0.0, 0.5 * i.command, 0.0], [0.0, 0.0, 0.0]

    def output(self, i: Any) -> Any:
        return 0.5 * i.command


def machine() -> lw.Model:
    """Two arms in a plane with a driven joint, springs, a state, a motor and Parameters wherever they may stand."""
    k, c, field = lw.Parameter("k", 80.0), lw.Parameter("c", 0.35), lw.Parameter("field", 9.81)
    m = lw.Model("machine", gravity=(0.3, 0.0, -1.0 * field))
    a = m.body("a", mass=1.2, com=(c, 0.02, 0.01), inertia=(0.05, 0.1, 0.1))
    b = m.body("b", mass=0.7, com=(0.2, 0.0, 0.03), inertia=(0.02, 0.06, 0.05))
    b.point("tip", (0.4, 0.0, 0.05))
    m.connect("P", lw.Revolute("y"), m.ground.at(0, 0, 0), a.at(0, 0, 0), initial={"angle": 0.3})
    drive = {"angle": lw.Polynomial((0.4, 0.0, 0.0))}
    m.connect("R", lw.Revolute("y"), a.at(2.0 * c, 0, 0), b.at(0, 0, 0), drive=drive)
    m.connect("s", lw.Spring(stiffness=k, length=0.4, damping=1.5), m.ground.at(0.3, 0, 0.7), a.at(0.4, 0, 0))
    m.connect("lag", Lag(stiffness=30.0), m.ground.at(0.9, 0, 0.9), b.at(0.2, 0, 0))
    m.connect("motor", Motor(), m.ground, a, inputs={"command": lw.Polynomial((1.0, 0.0))})
    return m


@cache
def rests() -> tuple[lw.Equilibrium, lw.Equilibrium]:
    tree, absolute = pair(machine())
    one = lw.equilibrium(tree)
    return one, lw.equilibrium(absolute, carried(tree, absolute, lw.assemble(tree, fixed={"P.angle": 0.2})))


@pytest.mark.few(2)
@pytest.mark.parametrize("given", INPUTS)
def test_every_input_reaches_every_output_alike(given: str) -> None:
    """Loads of hinges do not count forces that are inputs in a tree."""
    outputs = [*OUTPUTS, *(LOADS if given in ("k", "c", "field", "motor.command") else ())]
    one, other = (lw.linearize(rest.system, rest, inputs=[given], outputs=outputs) for rest in rests())
    assert one.inputs == other.inputs == (given,) and one.outputs == other.outputs
    same_response(one, other, [np.ones(1)] * 3)


def same_response(one: lw.Linearization, other: lw.Linearization, weights: list[np.ndarray]) -> None:
    """Of weighted inputs, at three frequencies."""
    for frequency, weight in zip((0.1, 0.9, 3.0), weights, strict=True):
        a, b = (lin.response([frequency])[0] @ weight for lin in (one, other))
        np.testing.assert_allclose(b, a, atol=1e-7 * max(1.0, float(np.abs(a).max())))
        assert np.abs(a).max() > 1e-6


@pytest.mark.slow
def test_a_drive_that_shakes_is_felt_alike() -> None:
    """A drive, its rate and its acceleration belong together: how they share a response is a matter of coordinates."""
    names = ["R.angle", "R.angle_dot", "R.angle_ddot"]
    found = []
    for system, rest in zip(pair(machine()), rests(), strict=True):
        at = lw.assemble(system, guess={name: rest.state[name] for name in system.layout.q})
        at = at.with_values({"lag.set": rest.state["lag.set"]})
        found.append(lw.linearize(system, at, inputs=names, outputs=[*OUTPUTS, *LOADS], moving=True))
    rates = [2j * np.pi * frequency for frequency in (0.1, 0.9, 3.0)]
    same_response(found[0], found[1], [np.array([1.0, s, s * s]) for s in rates])


@pytest.mark.few(1)
@pytest.mark.parametrize("channel", ["P.angle", "b.tip.position.x", "s.force", "P.force", "lag.set", "energy"])
def test_derivatives_of_rest_by_parameters_agree(channel: str) -> None:
    guesses = [rest.state for rest in rests()]
    found = []
    for system, guess in zip(pair(machine()), guesses, strict=True):
        start = {name: guess[name] for name in system.layout.q if name in guess.values}
        found.append(lw.gradient(lambda at, s=system, g=start: at.equilibrium(s, g)[channel], {"k": 80.0, "c": 0.35}))
    one, other = found
    np.testing.assert_allclose(other.value, one.value, atol=1e-8)
    for name in ("k", "c"):
        np.testing.assert_allclose(other[name], one[name], rtol=1e-7, atol=1e-7)


def test_several_equilibria_are_found_in_both() -> None:
    m = lw.Model("pendulum")
    rod = m.body("rod", mass=1.0, com=(0, 0, -0.5), inertia=(0.1, 0.1, 0.01))
    m.connect("A", lw.Revolute("y"), m.ground, rod)
    for system in pair(m):
        found = lw.equilibria(system)
        assert [one.stability for one in found] == ["stable", "unstable"]
        assert [one["gravity_energy"] for one in found] == pytest.approx([-4.905, 4.905])


@pytest.mark.slow
def test_an_assembled_state_varies_alike() -> None:
    """A coordinate that is fixed is one of the tree, and in absolute coordinates the turn of a hinge."""
    found = []
    for system in pair(machine()):
        found.append(lw.gradient(lambda at, s=system: at.assemble(s)["b.tip.position"], {"c": 0.35}))
    np.testing.assert_allclose(found[1].value, found[0].value, atol=1e-9)
    np.testing.assert_allclose(found[1]["c"], found[0]["c"], atol=1e-7)
