"""A model in absolute coordinates is the model on a tree: loads at one place, runs with their order, rest and modes.

One table of models: hinges of each kind, loops, drives, gears, states, unknowns, inputs that are channels, rolling,
assemblies. The gallery adds its own models (`test_gallery.py`), closed forms those of `test_ends_and_orders.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np
import pytest

import examples.rolling_coin as coin
import linkwork as lw
from tests.absolute.arms import arm, slide
from tests.absolute.assemblies import BallBar, Beside, OnRing, Sledge, Strut, hung
from tests.absolute.bent import pendulum
from tests.absolute.gears import geared
from tests.absolute.skates import RollingBall, Skate, on
from tests.absolute.stateful import apart, gyrostat, rods
from tests.absolute.textbook_runs import check_loads
from tests.absolute_models import carried, chain, four_bar, pair


@dataclass(frozen=True)
class Case:
    """A model and its start on the tree; `near` is what is added to a rest from where it is looked for again."""

    model: Callable[[], lw.Model]
    guess: dict[str, float] = field(default_factory=dict)
    speeds: dict[str, float] = field(default_factory=dict)
    near: dict[str, float] = field(default_factory=dict)


def screw() -> lw.Model:
    """A hinge with one coordinate for two motions, and one that is driven behind it."""
    m = lw.Model("screw")
    one, two = (m.body(name, mass=2.0, com=(0.3, 0, 0), inertia=(0.1, 0.2, 0.2)) for name in ("one", "two"))
    m.connect("A", lw.Screw(0.1), m.ground.at(0, 0, 0.1), one.at(-0.1, 0, 0))
    m.connect("B", lw.Revolute("y"), one.at(0.4, 0, 0), two, drive={"angle": lw.Sine(0.3, omega=2.0)})
    return m


def sprung_four_bar() -> lw.Model:
    """Redundant in space."""
    m = four_bar()
    spring = lw.Spring(stiffness=60.0, length=0.4, damping=2.0)
    m.connect("s", spring, m.ground.at(0.3, 0, 0.6), m["bar1"].at(0.5, 0, 0))
    return m


ROLLING = {"rolling.heading_dot": 2.0, "rolling.roll_dot": 8.0, "rolling.lean_dot": 0.4}
CASES = {
    "revolutes": Case(chain, {"J0.angle": 0.3, "J1.angle": -0.5}, {"J1.angle_dot": 1.3}),
    "balls": Case(lambda: chain(2, lw.Spherical()), {}, {"J0.w_x": 1.0, "J1.w_z": 2.0}),
    "universals": Case(lambda: chain(2, lw.Universal("x", "z")), {"J0.first": 0.4}, {"J1.second_dot": 2.0}),
    "slides": Case(lambda: chain(2, lw.Prismatic("z")), {"J0.displacement": 0.2}, {"J1.displacement_dot": 1.0}),
    "cylindricals": Case(lambda: chain(2, lw.Cylindrical("x"))),
    "screw": Case(screw, {"A.angle": 0.4}, {"A.angle_dot": 1.0}),
    "loop": Case(sprung_four_bar, {"J0.angle": -0.6, "J1.angle": 0.9}, {}, {"J0.angle": 0.0}),
    "gears": Case(geared, {"pin.angle": 0.4}, {"pin.angle_dot": 1.0}, {"pin.angle": 0.1}),
    "states": Case(lambda: rods(0.75), {}, {}, {"A.angle": 0.03}),
    "wheels": Case(gyrostat),
    "unknowns": Case(pendulum, {}, {}, {"A.angle": 0.02}),
    "channels": Case(arm, {}, {}, {"A.angle": 0.01}),
    "reactions": Case(slide, {"plane.x": 0.3}, {"plane.x_dot": 0.8}, {"plane.angle": 0.01}),
    "coin": Case(coin.model, {"rolling.lean": -0.3}, ROLLING),
    "skate": Case(lambda: on(Skate()), {"J.angle": 0.3}, {"J.angle_dot": 2.0}),
    "rolling ball": Case(lambda: on(RollingBall(0.2)), {}, {"J.w_x": 1.0, "J.w_y": 2.0, "J.w_z": -0.7}),
    "bar": Case(lambda: hung(BallBar()), {}, {"link.ball.w_y": 0.4, "link.ball.w_z": 1.0, "link.socket.w_x": 2.0}),
    "wire": Case(lambda: hung(OnRing()), {"link.plane.x": 0.7}, {"link.plane.y_dot": 1.0}),
    "sledge": Case(lambda: hung(Sledge()), {}, {"link.plane.x_dot": 1.0, "link.plane.angle_dot": 2.0}),
    "node": Case(lambda: hung(Strut())),
    "beside": Case(lambda: hung(Beside())),
}
ORDERS = {"generalized_alpha": 2, "weak2": 4}
RUNS = [(name, method) for name in CASES for method in ORDERS if (name, method) != ("reactions", "weak2")]
RESTS = [name for name, case in CASES.items() if case.near]


@cache
def both(name: str) -> tuple[Any, lw.System, lw.State, lw.State]:
    """The model on a tree and in absolute coordinates, at one place with speeds that all rows allow."""
    case = CASES[name]
    tree, absolute = pair(case.model())
    if name in ("node", "beside"):  # away from the end that does not move
        there = tree.state(dict(zip(tree.layout.q[4:7], (0.2, 0.1, -0.7), strict=True)))
    else:
        there = lw.assemble(tree, guess=case.guess, velocities=case.speeds)
    return tree, absolute, there, carried(tree, absolute, there)


@pytest.mark.few(7)
@pytest.mark.seed("S3.4", passage="(14)–(52)")
@pytest.mark.seed("S0.10", "S3.5")
@pytest.mark.parametrize("name", CASES)
def test_loads_are_those_of_the_tree(name: str) -> None:
    tree, absolute, there, here = both(name)
    check_loads(tree, absolute, there)
    assert set(tree.layout.q) & set(absolute.layout.q) <= set(here.values)
    assert lw.loads(tree, there).motion.redundant == lw.loads(absolute, here).motion.redundant


@pytest.mark.few(7)
@pytest.mark.seed("S3.4", "S0.10", "S3.5")
@pytest.mark.parametrize(("name", "method"), RUNS)
def test_runs_converge_to_those_of_the_tree(name: str, method: str) -> None:
    """Elements in time do not know forces that depend on reactions."""
    order = ORDERS[method]
    tree, absolute, there, here = both(name)
    end = lw.simulate(tree, there, 0.1, rtol=1e-12, atol=1e-13, times=[0.1]).final
    off = []
    for count in (20, 40) if order == 2 else (5, 10):
        run = lw.simulate(absolute, here, 0.1, h=0.1 / count, method=method)
        assert run.success and run.certificate.position_error < 1e-9
        off.append(apart(tree, absolute, end, run.final))
    assert np.log2(off[0] / off[1]) == pytest.approx(order, abs=0.4) or off[1] < 1e-9
    assert off[1] < (1e-2 if order == 2 else 1e-4)


@pytest.mark.few(3)
@pytest.mark.seed("S3.4", "S4.6")
@pytest.mark.parametrize("name", RESTS)
def test_rest_and_its_modes_are_those_of_the_tree(name: str) -> None:
    """Looked for from beside the rest, where the search has something to find."""
    tree, absolute, there, _ = both(name)
    one = lw.equilibrium(tree, there)
    beside = {key: one[key] + by for key, by in CASES[name].near.items()}
    rest = {key: one[key] for key in tree.layout.q if key not in beside}
    near = lw.assemble(tree, fixed=beside, guess=rest)
    other = lw.equilibrium(absolute, carried(tree, absolute, near))
    assert apart(tree, absolute, one.state, other.state) < 1e-7 and one.stability == other.stability
    if name != "reactions":  # whose crank is driven, and does not rest
        check_loads(tree, absolute, one.state)
    np.testing.assert_allclose(np.sort_complex(other.eigenvalues), np.sort_complex(one.eigenvalues), atol=1e-6)
    first, second = one.linearization.modes(), other.linearization.modes()
    assert first.bodies == second.bodies
    # Shapes are the same up to a factor: compare them after the largest displacement is one.
    for x, y in zip(first.displacements, second.displacements, strict=True):
        place = np.unravel_index(int(np.argmax(np.abs(x))), x.shape)
        np.testing.assert_allclose(x / x[place], y / y[place], atol=1e-6)
