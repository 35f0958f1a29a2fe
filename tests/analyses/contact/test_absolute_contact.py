"""Contacts in absolute coordinates, from event to event: reference cases, trees, laws that look at contacts."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import linkwork as lw
from tests.contact_models import (
    PointOnPlane,
)
from tests.contacts_both_ways import MODELS, TREE, apart, gone_through, random_contacts

SLOW = {"loop_on_floor", "cam_and_follower", "gears_with_a_stop", "ratchet"}


def some_slow(names: Any, slow: Any) -> list[Any]:
    return [pytest.param(name, marks=pytest.mark.slow) if name in slow else name for name in names]


@pytest.mark.slow
@pytest.mark.parametrize("name", some_slow(MODELS, SLOW))
def test_both_formulations_tell_the_same(name: str) -> None:
    """Loops, drives, gears, conditions on velocities, ropes, stops, ratchets and clutches beside contacts."""
    one, other = gone_through(MODELS[name]())
    found = apart(one, other)
    assert len(one.contacts) and one.verdict.is_good and other.verdict.is_good
    # The last of many ever smaller bounces carry the errors of all.
    assert found["t"] < 1e-8 and found["impulse"] < 1e-7, found
    assert found["position"] < 1e-9 and found["velocity"] < 1e-8, found


ROCKING = {6: 0.446}
"""Where bodies begin to rock in ever shorter times, by seeds."""


@pytest.mark.slow
def test_bodies_that_rock_to_rest_enter_nothing_and_come_to_an_end() -> None:
    """Two bodies on four corners: over a hundred changes within 3 ms, some at speeds that rounding hides."""
    model, values, t_end = random_contacts(6)
    system = lw.compile_model(model)
    run = lw.simulate(system, system.rest.with_values(values), t_end, **TREE)
    assert run.success and len(run.contacts) > 60
    gaps = [run[f"floor{k}.corner {j}.gap"] for k in (0, 1) for j in (1, 2)]
    assert min(float(gap.min()) for gap in gaps) > -1e-11
    assert max(float(np.abs(run[f"b{k}.velocity"][-1]).max()) for k in (0, 1)) < 1e-8
    # A margin that fires without end at one place took thousands of steps.
    assert run.certificate.steps < 2000


@pytest.mark.slow
@pytest.mark.parametrize("seed", some_slow(range(20), set(range(20)) - {3}))
def test_random_contacts_are_the_same_in_both_formulations(seed: int) -> None:
    model, values, t_end = random_contacts(seed)
    # What rocks from corner to corner until it rests has impacts at last that follow from rounding.
    one, other = gone_through((model, values, ROCKING.get(seed, t_end)))
    found = apart(one, other)
    assert len(one.contacts)
    assert found["t"] < 2e-8 and found["impulse"] < 2e-7, found
    assert found["position"] < 2e-9 and found["velocity"] < 2e-8, found


@pytest.mark.slow
@pytest.mark.parametrize(("method", "near"), [("generalized_alpha", 2e-6), ("weak3", 5e-8), ("radau", 2e-11)])
def test_what_digits_methods_give(method: str, near: float) -> None:
    """Of the cam and its follower at usual tolerances: times of all losses and landings."""
    one, other = gone_through(MODELS["cam_and_follower"](), method=method, rtol=1e-8, atol=1e-10)
    assert apart(one, other)["t"] < near


class Drag(lw.Active):
    """Drags the second end along x, by the load of a contact, as long as that is closed."""

    inputs = ("load", "closed")
    outputs = ("force",)

    def output(self, rel: Any, i: Any) -> Any:
        return lw.where(i.closed > 0.5, 0.1 * i.load + 0.2, 0.0)

    def wrench(self, rel: Any, i: Any) -> Any:
        return (0, 0, 0), (self.output(rel, i), 0, 0)


def thrown() -> lw.Model:
    """A block that a driven table throws off, dragged while it is on it."""
    m = lw.Model("thrown")
    table = m.body("table", mass=1.0, inertia=(0.1, 0.1, 0.1))
    block = m.body("block", mass=0.5, inertia=(0.1, 0.1, 0.1))
    m.connect("lift", lw.Prismatic("z"), m.ground, table, drive={"displacement": 0.05 * lw.sin(20.0 * lw.t)})
    m.connect("plane", lw.Planar("y"), m.ground, block)
    m.connect("floor", PointOnPlane(), table, block)
    m.connect("drag", Drag(), m.ground, block, inputs={"load": "floor.multipliers", "closed": "floor.closed"})
    return m


@pytest.mark.slow
def test_a_law_that_looks_at_a_contact_goes_on_where_it_opens() -> None:
    """It lifts off where the table falls faster than gravity, and is dragged no more; against trees and by hand."""
    one, other = gone_through((thrown(), {"plane.x_dot": 1.0}, 0.28))
    found = apart(one, other)
    assert found["t"] < 1e-11 and found["velocity"] < 1e-10
    lost = next(c for c in other.contacts if c.modes.get("floor") == "open")
    assert lost.t == pytest.approx(np.arcsin(9.81 / 20.0) / 20.0, abs=1e-11)
    # 0.5 v̇ = 0.1 λ + 0.2 with λ = 0.5 (g − 20 sin 20 t).
    gained = (0.1 * 9.81 + 0.4) * lost.t - 0.1 * (1.0 - np.cos(20.0 * lost.t))
    flying = other.at(lost.t + 1e-3)
    assert flying["block.v_x"] == pytest.approx(gained, abs=1e-10)
    landed = next(c for c in other.contacts if c.kind == "impact")
    assert landed.t > lost.t and other.final["floor.closed"] == 1.0 and other["drag.force"][-1] > 0.2


@pytest.mark.few(2)
@pytest.mark.parametrize("coordinates", ["tree", "absolute"])
@pytest.mark.parametrize("friction", [0.0, 0.3])
def test_what_drives_move_into_each_other_is_told(coordinates: str, friction: float) -> None:
    """No friction is blamed: no force can stop a drive, met at speed or pressed on from rest."""
    for height, drive, t in ((-0.2, 0.5 * lw.t, 0.4), (0.0, 0.5 * lw.t**2, 0.0)):
        m = lw.Model("wall")
        slider = m.body("slider", mass=1.0, inertia=(0.1, 0.1, 0.1))
        m.connect("P", lw.Prismatic("x"), m.ground, slider, drive={"displacement": drive})
        m.connect("wall", PointOnPlane(normal=(-1.0, 0, 0), height=height, friction=friction), m.ground, slider)
        system = lw.compile_model(m, coordinates)
        with pytest.raises(
            lw.ModelError, match=rf"contact wall: at t = {t:g} drives or other constraints move"
        ) as said:
            lw.simulate(system, None, 1.0)
        assert "friction" not in str(said.value) and "Painlevé" not in str(said.value)


@pytest.mark.parametrize("coordinates", ["tree", "absolute"])
def test_rows_of_contacts_are_counted_where_the_run_ends(coordinates: str) -> None:
    """A ball that lies on one point, from the start or after a fall, has three rows, of which none repeats another;
    the contact may open, and no freedom is gone for good."""
    m = lw.Model("ball")
    ball = m.body("b", lw.Sphere(0.1, mass=1.0))
    m.connect("floor", lw.UnilateralContact(friction=0.3), m.ground.plane("z"), ball.surface())
    system = lw.compile_model(m, coordinates)
    own = "b.z" if coordinates == "absolute" else "b (free).z"
    for z, t_end, rows in ((0.3, 0.1, 0), (0.3, 0.28, 3), (0.1, 0.1, 3)):
        c = lw.simulate(system, system.state({own: z}), t_end).certificate
        assert (c.rank, c.rows, c.freedoms) == (rows, rows, 6)
        assert "constraints_redundant" not in c.notes.codes
