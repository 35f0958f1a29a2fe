"""Assemblies in absolute coordinates: chains of hinges as one hinge held by its pose, forces side by side as one."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import linkwork as lw
from tests.absolute_models import carried, pair

LENGTH = 0.8


class BallBar(lw.Assembly):
    """A bar between two ball joints, whose spin moves neither end."""

    nodes = ("near", "far")

    def parts(self) -> Any:
        bar = (lw.Fixed((LENGTH, 0.0, 0.0)), "near", "far")
        return {"ball": (lw.Spherical(), 0, "near"), "bar": bar, "socket": (lw.Spherical(), "far", 1)}


class OnRing(lw.Assembly):
    """A plane and a wire in it: a hinge and a constraint on its coordinates."""

    def parts(self) -> Any:
        return {"plane": (lw.Planar(), 0, 1), "wire": (lw.PointOnCurve(lw.CircleCurve(0.7)), 0, 1)}


class Sledge(lw.Assembly):
    """A plane and a skate beside each other."""

    def parts(self) -> Any:
        return {"plane": (lw.Planar(), 0, 1), "skate": (lw.KnifeEdge(), 0, 1)}


class Beside(lw.Assembly):
    """A spring and a damper between the same ends."""

    def parts(self) -> Any:
        return {"spring": (lw.Spring(30.0, 0.4), 0, 1), "damper": (lw.Damper(0.8), 0, 1)}


class Strut(lw.Assembly):
    """A spring and a damper one behind the other, and a spring beside both: a node without mass is a state."""

    nodes = ("piston",)
    straight = True

    def parts(self) -> Any:
        row = {"spring": (lw.Spring(100.0, 0.5), 0, "piston"), "damper": (lw.Damper(5.0), "piston", 1)}
        return {**row, "beside": (lw.Spring(40.0, 0.9), 0, 1)}


def hung(element: lw.Element) -> lw.Model:
    m = lw.Model("hung", gravity=(0.4, 0.2, -9.81))
    body = m.body("body", mass=2.0, com=(0.1, 0.05, 0), inertia=(0.1, 0.2, 0.25))
    m.connect("link", element, m.ground, body.at(0, 0, 0.1))
    return m


CASES: list[tuple[tuple[lw.Assembly, Any, Any], str]] = [
    ((BallBar(), {}, {"link.ball.w_y": 0.4, "link.ball.w_z": 1.0, "link.socket.w_x": 2.0}), "ball bar"),
    ((OnRing(), {"link.plane.x": 0.7}, {"link.plane.y_dot": 1.0}), "ring"),
    ((Sledge(), {}, {"link.plane.x_dot": 1.0, "link.plane.angle_dot": 2.0}), "sledge"),
]


@pytest.mark.slow
@pytest.mark.seed("S0.10")
@pytest.mark.parametrize(
    ("element", "guess", "speeds"),
    [pytest.param(*case, id=name, marks=[] if name == "ring" else [pytest.mark.slow]) for case, name in CASES],
)
def test_a_chain_of_hinges_moves_like_the_tree(element: lw.Assembly, guess: Any, speeds: Any) -> None:
    tree, absolute = pair(hung(element))
    state = lw.assemble(tree, guess=guess, velocities=speeds)
    start = carried(tree, absolute, state)
    assert set(tree.layout.q) <= set(absolute.layout.q)
    one, other = lw.loads(tree, state), lw.loads(absolute, start)
    assert one.motion.redundant == other.motion.redundant
    assert np.allclose(one["link"].force, other["link"].force, atol=1e-8)
    assert np.allclose(one["link"].moment, other["link"].moment, atol=1e-8)
    exact = lw.simulate(tree, state, times=[0.1], rtol=1e-11, atol=1e-13)
    for method, error in (("generalized_alpha", 1e-4), ("weak2", 1e-7)):
        run = lw.simulate(absolute, start, times=[0.1], h=0.005, method=method)
        for channel in ("body.position", "body.angular_velocity", *tree.layout.q):
            assert np.allclose(run[channel], exact[channel], rtol=0, atol=30 * error)
        assert run.certificate.position_error < 1e-10


@pytest.mark.slow
def test_a_bar_is_a_constant_distance() -> None:
    """The same motion with one row on a free body, whatever the spin of the bar."""
    bar, distance = (lw.compile_model(hung(e), coordinates="absolute") for e in (BallBar(), lw.FixedDistance(LENGTH)))
    place = {"body": (np.eye(3), (LENGTH, 0.0, -0.1))}
    moving = {"body": ((0.3, 0.2, 0.5), (-0.02, 0.4, 0.1))}
    ends = []
    for system in (bar, distance):
        run = lw.simulate(system, system.placed(place, moving), 0.1, method="weak2", h=0.01)
        ends.append(np.concatenate([run["body.position"][-1], run["body.velocity"][-1]]))
    assert np.allclose(ends[0], ends[1], rtol=0, atol=1e-6)


def test_forces_beside_each_other_are_one_element() -> None:
    m, other = hung(Beside()), hung(lw.Spring(stiffness=30.0, length=0.4, damping=0.8))
    systems = [lw.compile_model(model, coordinates="absolute") for model in (m, other)]
    found = []
    for system in systems:
        state = system.placed({"body": (np.eye(3), (0.3, 0.2, -0.4))}, {"body": ((0, 0, 1.0), (1.0, 0, 0))})
        found.append(lw.accelerations(system, state).u_dot)
    assert np.allclose(found[0], found[1], atol=1e-12)


def test_nodes_without_mass_are_states() -> None:
    tree, absolute = pair(hung(Strut()))
    x, y, z = tree.layout.q[4:7]
    state = tree.state({x: 0.2, y: 0.1, z: -0.7})
    exact = lw.simulate(tree, state, times=[0.1], rtol=1e-10, atol=1e-12)
    run = lw.simulate(absolute, carried(tree, absolute, state), times=[0.1], h=0.005, method="weak2")
    assert np.allclose(run["body.position"], exact["body.position"], rtol=0, atol=1e-7)
    assert run["link.piston.along"][-1] == pytest.approx(exact["link.piston.along"][-1], abs=1e-6)
