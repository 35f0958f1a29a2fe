"""Hinges that restrict velocities, in absolute coordinates: against the tree, in every form and analysis."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import examples.bicycle as bicycle
import examples.rolling_coin as coin
import linkwork as lw
from tests.absolute.skates import Skate, on
from tests.absolute_models import carried, pair


class RollingBall(lw.Hinge):
    """A ball that rolls on the xy plane: Euler parameters and a place, three speeds (its own axes)."""

    coordinates = ("e0", "e1", "e2", "e3", "x", "y")
    speeds = ("w_x", "w_y", "w_z")
    rest = (1.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    radius = lw.parameter(unit="m")

    def pose(self, q: Any, t: Any) -> lw.Pose:
        return lw.Pose(lw.rotation_euler_parameters(q[:4]), (q.x, q.y, self.radius))

    def q_dot(self, q: Any, u: Any, t: Any) -> Any:
        a, b, c, d = q[:4]
        x, y, z = u
        turning = [-b * x - c * y - d * z, a * x + c * z - d * y, a * y + d * x - b * z, a * z + b * y - c * x]
        w = lw.rotation_euler_parameters(q[:4]) @ np.array([x, y, z], dtype=object)
        return [*(0.5 * r for r in turning), self.radius * w[1], -self.radius * w[0]]

    def invariants(self, q: Any) -> Any:
        return [q.e0**2 + q.e1**2 + q.e2**2 + q.e3**2 - 1.0]


CASES: list[tuple[lw.Model, dict[str, float]]] = [
    (
        coin.model(),
        {"rolling.lean": -0.3, "rolling.heading_dot": 2.0, "rolling.roll_dot": 8.0, "rolling.lean_dot": 0.4},
    ),
    (on(Skate()), {"J.angle": 0.3, "J.angle_dot": 2.0}),
    (on(RollingBall(0.2)), {"J.w_x": 1.0, "J.w_y": 2.0, "J.w_z": -0.7}),
]


@pytest.mark.few(1)
@pytest.mark.seed("S3.5")
@pytest.mark.parametrize(
    ("model", "values"), [*CASES[:2], pytest.param(*CASES[2], marks=pytest.mark.slow)], ids=["coin", "skate", "ball"]
)
def test_motion_and_loads_are_those_of_the_tree(model: lw.Model, values: dict[str, float]) -> None:
    tree, absolute = pair(model)
    state = tree.state(values)
    start = carried(tree, absolute, state)
    body, joint = next(iter(model.bodies)), next(iter(model.connections))
    one, other = lw.loads(tree, state), lw.loads(absolute, start)
    assert other.unique
    for what in ("force", "moment"):
        assert np.allclose(getattr(one[joint], what), getattr(other[joint], what), atol=1e-9)
    times = [0.05, 0.1]
    exact = lw.simulate(tree, state, times=times, rtol=1e-11, atol=1e-13)
    for run, error in (
        (lw.simulate(absolute, start, times=times, h=0.005, method="weak3"), 1e-9),
        (lw.simulate(absolute, start, times=times, h=0.005, method=lw.TimeElements(constraints="weighted")), 1e-6),
        (lw.simulate(absolute, start, times=times, h=0.005, method="weak2"), 1e-6),
        (lw.simulate(absolute, start, times=times, h=0.0025), 1e-4),
    ):
        assert np.allclose(run[f"{body}.position"], exact[f"{body}.position"], rtol=0, atol=error)
        assert np.allclose(run[f"{body}.velocity"], exact[f"{body}.velocity"], rtol=0, atol=10 * error)
        # Coordinates are unknowns of the system, and those of the tree.
        for name in tree.layout.q:
            assert np.allclose(run[name], exact[name], rtol=0, atol=10 * error)


@pytest.mark.seed("S3.5")
def test_energy_and_constraints_of_a_rolling_coin() -> None:
    tree, absolute = pair(coin.model())
    start = carried(tree, absolute, tree.state(CASES[0][1]))
    run = lw.simulate(absolute, start, 0.2, method="weak2", h=0.01)
    energy = run["energy"]
    assert np.ptp(energy) < 1e-5 * abs(energy[0])
    assert run.certificate.position_error < 1e-12 and run.certificate.velocity_error < 1e-11


@pytest.mark.slow
def test_a_wheel_at_rest_between_springs() -> None:
    """The tree's equilibrium is one here, with the same forces and the same small motions."""
    m = on(lw.RollingWheel(0.2))
    m.connect(
        "spring", lw.Spring(stiffness=30.0, length=0.1, damping=0.3), m.ground.at(0.3, 0, 0.2), m["body"].at(0, 0.1, 0)
    )
    tree, absolute = pair(m)
    one = lw.equilibrium(tree)
    other = lw.equilibrium(absolute, carried(tree, absolute, one.state))
    assert np.allclose(other["body.position"], one["body.position"], atol=1e-7)
    assert np.allclose(other["J.force"], one["J.force"], atol=1e-6)
    mine, theirs = (np.sort_complex(e[np.abs(e) > 1e-4]) for e in (other.eigenvalues, one.eigenvalues))
    assert len(mine) == 4 and np.allclose(mine, theirs, atol=1e-6)


@pytest.mark.parametrize("name", ["coin", pytest.param("bicycle", marks=pytest.mark.slow)])
def test_small_motions_about_rolling_straight(name: str) -> None:
    """Eigenvalues that are not zero: the coin's wobble; weave, capsize and castering of the bicycle."""
    tree, absolute = pair((coin if name == "coin" else bicycle).model())
    state = tree.state({"rolling.roll_dot": 8.0}) if name == "coin" else bicycle.start(tree, lean_rate=0.0)
    found = []
    for system, at in ((tree, state), (absolute, carried(tree, absolute, state))):
        values = lw.linearize(system, at).eigenvalues
        found.append(np.sort_complex(values[np.abs(values) > 1e-3]))
    assert len(found[0]) == (2 if name == "coin" else 4)
    assert np.allclose(found[0], found[1], atol=1e-6)


@pytest.mark.slow
def test_prescribed_rolling_is_integrated() -> None:
    """Heading and rolling driven, lean locked: the place on the ground follows from velocities alone."""
    drive = {"roll": lw.Polynomial((0.0, 3.0)), "heading": lw.Sine(0.8, omega=2.0)}
    tree, absolute = pair(on(lw.LeaningWheel(0.2), drive=drive, lock={"lean": 0.2}))
    start = carried(tree, absolute, tree.state({}))
    times = [0.0, 0.3, 1.0]
    exact = lw.simulate(tree, tree.state({}), times=times, rtol=1e-12, atol=1e-14)
    found, same = lw.kinematics(absolute, start, times=times), lw.kinematics(tree, tree.state({}), times=times)
    assert found.complete and same.complete
    for name in ("J.x", "J.y"):
        assert np.allclose(found[name], exact[name], atol=1e-9)
        assert np.allclose(same[name], exact[name], atol=1e-7)
    # ẋ = r roll_dot cos(heading), by hand.
    assert found["J.x_dot"][2] == pytest.approx(0.6 * np.cos(0.8 * np.sin(2.0)), abs=1e-9)
    one, other = lw.loads(tree, exact.state(2)), lw.loads(absolute, found.state(2))
    assert np.allclose(one["J"].force, other["J"].force, atol=1e-7)
    free = lw.compile_model(on(lw.LeaningWheel(0.2), drive=drive), coordinates="absolute")
    with pytest.raises(lw.ModelError, match="body 'body' can still move"):
        lw.kinematics(free, lw.assemble(free), t_end=1.0)
