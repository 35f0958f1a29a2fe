"""What `share` cannot find, or finds only in part, and how it says so."""

from __future__ import annotations

from functools import cache
from types import SimpleNamespace

import numpy as np
import pytest

import linkwork as lw
from linkwork.contract import ModelError
from linkwork.results.analysis_rules import verdict_of_sharing

RIGID = {"tendon": "rigid", "control": "activation"}


@cache
def pair(slack=0.2, **options):
    """A flexor and an extensor, 0.3 m long, on both sides of a hinge."""
    m = lw.Model("pair", gravity=(0, 0, 0))
    body = m.body("bar", mass=1.0, inertia=(1, 1, 1))
    m.connect("hinge", lw.Revolute("z"), m.ground, body)
    for name, x in (("flexor", 0.05), ("extensor", -0.05)):
        muscle = lw.Muscle(force=800.0, fibre=0.1, slack=slack, **options)
        m.connect(name, muscle, m.ground.at(x, 0.3, 0), body.at(x, 0, 0), inputs={muscle.control: 0.1})
    return lw.compile_model(m)


@pytest.mark.parametrize("options", [{"control": "activation"}, {"curves": "Thelen2003"}])
def test_a_slack_tendon_has_no_steady_fibres_and_is_named(options):
    system = pair(0.35, **options)
    found = lw.share(system, system.rest)
    assert not found.is_found.any() and (found.imbalance > 1e-3).all()
    assert str(found.verdict).startswith(
        "bad: the states of 'flexor' were not found at 1 of 1 time point, the first at"
    )
    assert "its tendon is slack there" in str(found.verdict) and "a shorter slack length" in str(found.verdict)


def test_a_tendon_that_is_stretched_has_steady_fibres():
    system = pair(0.18)
    found = lw.share(system, system.rest)
    assert found.verdict.is_good and found.imbalance.max() < 1e-12


@cache
def tired_arm():
    """A forearm, and an event that takes half the strength of its one muscle."""
    strength = lw.Parameter("strength", 800.0)
    m = lw.Model("tired")
    body = m.body("arm", mass=3.0, com=(0.2, 0, 0), inertia=(0.1, 0.1, 0.1))
    m.connect("elbow", lw.Revolute("y"), m.ground, body)
    muscle = lw.Muscle(force=strength, fibre=0.2, slack=0.2, **RIGID)
    m.connect("biceps", muscle, m.ground.at(0, 0, 0.4), body.at(0.04, 0, 0), inputs={"activation": 0.4})
    system = lw.compile_model(m)
    tired = lw.Event("tired", lambda c: c["t"] - 0.07, action=lambda system, s: s.with_values({"strength": 400.0}))
    return system, tired


@pytest.mark.parametrize("times", [None, np.linspace(0.0, 0.15, 16)], ids=["with the jump", "without"])
def test_a_parameter_that_an_event_changes_counts_from_there_on(times):
    """The activation of the run is 0.4 throughout, before the event and after it."""
    system, tired = tired_arm()
    run = lw.simulate(system, system.rest, 0.15, times=times, events=[tired])
    assert (np.diff(run.t) == 0.0).any() == (times is None)
    found = lw.share(system, run, cost="stress²")
    assert found.verdict.is_good
    np.testing.assert_allclose(found["biceps.activation"], 0.4, rtol=0, atol=1e-9)


def test_states_of_muscles_begin_anew_at_a_jump():
    """A blow changes the speed: two rows at one time, and both sides are shared, also where one is a single instant."""
    system = pair(0.18)
    blow = lw.Event("blow", lambda c: c["t"] - 0.02, action=lambda system, s: s.with_values({"hinge.angle_dot": 0.1}))
    run = lw.simulate(system, lw.share(system, system.rest).state(0), 0.03, events=[blow])
    jump = int(np.argmin(np.diff(run.t)))
    assert run.t[jump] == run.t[jump + 1]
    found = lw.share(system, run)
    assert found.imbalance.max() < 1e-8
    np.testing.assert_allclose(found.states[:, [1, 3]], run.z[:, [1, 3]], rtol=0, atol=2e-3)


@pytest.mark.parametrize(
    ("cost", "is_convex"),
    [
        (lambda a, f, f0: sum((x - 0.9) ** 2 * ((x - 0.3) ** 2 + 0.01) for x in a), False),
        (lambda a, f, f0: sum(-abs(x - 0.5) for x in a), False),
        (lambda a, f, f0: sum(abs(x - 0.5) for x in a), True),
        (lambda a, f, f0: sum(x * y for x, y in zip(a, f, strict=True)), True),
    ],
    ids=["two valleys", "a ridge", "a corner", "activation times force"],
)
def test_a_cost_that_is_not_convex_has_a_local_least_only(cost, is_convex):
    system = pair(0.18, **RIGID)
    found = lw.share(system, system.rest, cost=cost)
    assert found.is_convex.all() == is_convex
    assert ("doubtful" in str(found.verdict) and "a local least" in str(found.verdict)) != is_convex


def judged(reserve, required, capacity):
    """The verdict of numbers by coordinate, at one instant."""
    rows = {"reserve": [reserve], "required": [required], "capacity": [capacity]}
    sharing = {name: np.array(x) for name, x in rows.items()} | {"t": np.zeros(1), "imbalance": np.zeros((1, 1))}
    sharing |= {"system": SimpleNamespace(channels=lambda state: {}), "motion": [None], "muscles": ()}
    sharing |= {"coordinates": ("slide", "turn"), "units": ("N", "N*m"), "is_found": np.ones(1, bool)}
    return verdict_of_sharing(SimpleNamespace(**sharing, reach={}, is_convex=np.ones(1, bool)))


def test_a_reserve_that_is_no_number_is_bad():
    verdict = judged([0.0, np.nan], [1.0, 1.0], [5.0, 5.0])
    assert verdict.is_bad and "leave of turn is not a number at t = 0" in str(verdict)


def test_each_coordinate_is_compared_with_its_own_scale():
    """All of a moment of 0.01 N·m is missing, beside a force of 10 kN that is carried."""
    verdict = judged([0.0, 0.01], [1e4, 0.01], [2e4, 0.0])
    assert verdict.is_bad and "turn is short of 0.01 of 0.01 N·m" in str(verdict)
    assert judged([0.0, 1e-10], [1e4, 0.0], [2e4, 5.0]).is_good


class Unit(lw.Assembly):
    """A muscle in series with a spring."""

    nodes = ("junction",)
    straight = True

    def parts(self):
        muscle = lw.Muscle(force=800.0, fibre=0.1, slack=0.1, **RIGID)
        return {"belly": (muscle, 0, "junction"), "cord": (lw.Spring(1e4, 0.05), "junction", 1)}


def test_muscles_inside_an_assembly_are_named():
    m = lw.Model("inside")
    rod = m.body("rod", lw.Rod(length=0.3, mass=1.0))
    m.connect("hinge", lw.Revolute("-y"), m.ground, rod)
    m.connect("unit", Unit(), m.ground.at(0, 0, 0.3), rod.at(0.1, 0, 0), inputs={"belly.activation": 0.1})
    muscle = lw.Muscle(force=800.0, fibre=0.2, slack=0.15, **RIGID)
    m.connect("own", muscle, m.ground.at(0, 0, 0.3), rod.at(0.1, 0, 0), inputs={"activation": 0.1})
    system = lw.compile_model(m)
    for among in (None, ["unit"], ["unit.belly"]):
        with pytest.raises(ModelError, match=r"the assembly 'unit' has muscles of its own, unit\.belly, among which"):
            lw.share(system, {}, among)
    with pytest.raises(ModelError, match='need their times as "t"'):
        lw.share(system, {}, ["own"])
