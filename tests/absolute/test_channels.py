"""Inputs that are channels, in absolute coordinates: what elements look at is what it is in the tree."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.absolute import run_states
from tests.absolute.arms import Motor, arm, slide
from tests.absolute_models import carried, pair


@cache
def both(make: Callable[[], lw.Model]) -> tuple[Any, lw.System, lw.State, lw.State]:
    tree, absolute = pair(make())
    there = tree.rest
    if make is slide:
        there = lw.assemble(tree, guess={"plane.x": 0.3}, velocities={"plane.x_dot": 0.8})
    return tree, absolute, there, carried(tree, absolute, there)


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
