"""Inputs that are channels, in absolute coordinates: what elements look at is what it is in the tree."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.absolute import run_states
from tests.absolute.arms import Motor, arm, slide
from tests.absolute.stateful import apart
from tests.absolute_models import carried, pair


@cache
def both(make: Callable[[], lw.Model]) -> tuple[Any, lw.System, lw.State, lw.State]:
    tree, absolute = pair(make())
    there = tree.rest
    if make is slide:
        there = lw.assemble(tree, guess={"plane.x": 0.3}, velocities={"plane.x_dot": 0.8})
    return tree, absolute, there, carried(tree, absolute, there)


@pytest.mark.few(1)
@pytest.mark.parametrize("make", [arm, slide])
def test_loads_are_those_of_the_tree(make: Any) -> None:
    tree, absolute, there, here = both(make)
    one, other = lw.loads(tree, there), lw.loads(absolute, here)
    for name, wrench in other.wrenches.items():
        np.testing.assert_allclose(wrench.force, one[name].force, atol=1e-8)
        np.testing.assert_allclose(wrench.moment, one[name].moment, atol=1e-8)


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("make", "method", "order"),
    [
        (arm, "generalized_alpha", 2),
        pytest.param(arm, "weak2", 4, marks=pytest.mark.slow),
        (slide, "generalized_alpha", 2),
    ],
)
def test_runs_converge_to_those_of_the_tree(make: Any, method: str, order: int) -> None:
    tree, absolute, there, here = both(make)
    end = lw.simulate(tree, there, 0.2, rtol=1e-12, atol=1e-13, times=[0.2]).final
    off = []
    for count in (40, 80) if order == 2 else (10, 20):
        run = lw.simulate(absolute, here, 0.2, h=0.2 / count, method=method)
        assert run.success
        off.append(apart(tree, absolute, end, run.final))
    assert np.log2(off[0] / off[1]) == pytest.approx(order, abs=0.4) and off[1] < 1e-2


@pytest.mark.parametrize("make", [pytest.param(arm, marks=pytest.mark.slow), slide])
def test_rest_and_modes_are_those_of_the_tree(make: Any) -> None:
    """In the second case forces depend on reactions, which depend on them."""
    tree, absolute, _, _ = both(make)
    one = lw.equilibrium(tree)
    name = "A.angle" if make is arm else "plane.angle"
    near = one.state.with_values({name: one[name] + 0.01})
    other = lw.equilibrium(absolute, carried(tree, absolute, replace(near, layout=tree.layout)))
    assert apart(tree, absolute, one.state, other.state) < 1e-8
    np.testing.assert_allclose(np.sort_complex(other.eigenvalues), np.sort_complex(one.eigenvalues), atol=1e-6)


def test_what_inputs_cannot_see_is_said() -> None:
    def compiled(channel: Any) -> None:
        m = arm()
        m.connect("m2", Motor(), m.ground.at(0, 0, 0), m.bodies["a"].at(0, 0, 0), inputs={"torque": channel})
        lw.compile_model(m, coordinates="absolute")

    with pytest.raises(lw.ModelError, match=r"'m2': input 'torque': there is no channel 'c\.position\.x'"):
        compiled("c.position.x")
    with pytest.raises(lw.ModelError, match=r"'m2': input from channel 'A\.force\.x': in the absolute formulation"):
        compiled("A.force.x")
    with pytest.raises(lw.ModelError, match=r"channel 'a\.acceleration\.x': in the absolute formulation inputs see"):
        compiled("a.acceleration.x")


SEEN = [
    "spring.force",
    "spring.measure",
    "spring.measure_dot",
    "regulator.torque",
    "chase.z",
    "b.tip.position",
    "b.tip.acceleration",
    "a.angular_acceleration",
    "chase.force",
]


@pytest.mark.slow
def test_channels_of_elements_are_those_of_the_tree() -> None:
    tree, absolute, there, here = both(arm)
    theirs = lw.simulate(tree, there, 0.02, times=[0.0, 0.02], rtol=1e-11, atol=1e-13)
    mine = lw.simulate(absolute, here, 0.02, times=[0.0, 0.02], h=0.001, method="weak2")
    for name in SEEN:
        np.testing.assert_allclose(mine[name], theirs[name], rtol=1e-6, atol=1e-6)
    # Events look at them, too.
    value = float(theirs["spring.measure"].mean())
    passing = lw.Event("half", "spring.measure", value=value)
    one, other = (
        lw.simulate(system, start, 0.02, events=[passing], **options).events[0].t
        for system, start, options in (
            (tree, there, {"rtol": 1e-11}),
            (absolute, here, {"h": 0.001, "method": "weak2"}),
        )
    )
    assert one == pytest.approx(other, abs=1e-7)


@pytest.mark.slow
def test_multipliers_are_a_channel() -> None:
    tree, absolute, there, here = both(slide)
    other = lw.simulate(absolute, here, times=[0.0])
    theirs = lw.simulate(tree, there, times=[0.0, 1e-6])
    assert other["guide.multipliers"][0] == pytest.approx(theirs["guide.multipliers"][0], rel=1e-8)
    assert other["rub.force"][0] == pytest.approx(theirs["rub.force"][0], rel=1e-8)


@pytest.mark.slow
def test_channels_along_a_run_are_those_of_its_states_and_need_one_motion_a_row(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A ball that bounces: its page reads gaps and forces of contact at thousands of rows."""
    m = lw.Model("ball", gravity=(0, 0, -9.81))
    ball = m.body("ball", lw.Sphere(radius=0.1, mass=1.0))
    m.connect("floor", lw.UnilateralContact(restitution=0.5, friction=0.3), m.ground.plane("z"), ball.sphere(0.1))
    m.connect("k", lw.Spring(20.0, damping=0.5, length=0.4), m.ground.at(0, 0, 1), ball.at(0.05, 0, 0))
    system = lw.compile_model(m, "absolute")
    start = system.placed({"ball": (np.eye(3), (0, 0, 0.3))}, {"ball": ((1, 2, 3), (0.5, 0, 0))})
    run = lw.simulate(system, start, 0.6, rtol=1e-6).resample(np.linspace(0.0, 0.6, 40))
    asked, solve = [], run_states.accelerate
    monkeypatch.setattr(run_states, "accelerate", lambda *given: asked.append(1) or solve(*given))
    names = ["k.force", "k.measure", "k.measure_dot", "k.energy", "floor.gap", "floor.gap_dot", "floor.slip"]
    names += ["floor.force", "floor.normal_force", "floor.friction_force", "energy", "stored_energy"]
    found = run.channels(*names)
    assert len(asked) == len(run)
    for name in names:
        by_state = [system.channels(run.state(k))[name] for k in range(len(run))]
        np.testing.assert_allclose(found[name], by_state, rtol=1e-9, atol=1e-9)
