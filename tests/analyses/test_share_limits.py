"""What `share` cannot find, or finds only in part, and how it says so."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

import linkwork as lw

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


@pytest.mark.parametrize("options", [{}, {"control": "activation"}, {"curves": "Thelen2003"}])
@pytest.mark.parametrize("cost", ["activation²", "min-max"])
def test_a_slack_tendon_has_no_steady_fibres_and_is_named(options, cost):
    system = pair(0.35, **options)
    found = lw.share(system, system.rest, cost=cost)
    assert not found.is_found.any() and (found.imbalance > 1e-3).all()
    assert str(found.verdict).startswith("bad: the states of 'flexor' were not found at 1 of 1 instants, the first at")
    assert "its tendon is slack there" in str(found.verdict) and "a shorter slack length" in str(found.verdict)


def test_a_tendon_that_is_stretched_has_steady_fibres():
    system = pair(0.2)
    found = lw.share(system, system.rest)
    assert found.verdict.is_good and found.imbalance.max() < 1e-12
