"""Absolute systems against tree systems: accelerations, loads, motion; and what is refused."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw
from tests.absolute_models import carried, chain, four_bar, pair, positions


@pytest.mark.seed("S3.4")
def test_a_redundant_loop_moves_like_the_tree() -> None:
    model = four_bar()
    tree, absolute = pair(model)
    state = lw.assemble(tree, fixed={"J0.angle": -0.8}, guess={"J1.angle": 0.9})
    start = carried(tree, absolute, state)
    exact = lw.simulate(tree, state, 0.1, rtol=1e-10, atol=1e-12)
    errors = []
    for h in (4e-3, 2e-3):
        run = lw.simulate(absolute, start, 0.1, h=h)
        errors.append(np.abs(positions(exact, model) - positions(run, model)).max())
    assert errors[1] < 1e-6
    assert np.log2(errors[0] / errors[1]) == pytest.approx(2.0, abs=0.3)
    assert run.certificate.position_error < 1e-9
    assert "17 of 20 rows independent" in str(run.certificate)
    assert any("repeat" in note and "not determined" not in note for note in run.certificate.notes)
    # What is in the plane is unique; both formulations agree on it at the start.
    one, other = lw.loads(tree, state), lw.loads(absolute, start)
    for name in ("J1", "D"):
        assert np.allclose(one[name].force, other[name].force, atol=1e-7)
    assert one.motion.redundant == other.motion.redundant == 3 and not other.unique


def test_a_joint_that_stands_twice_changes_nothing() -> None:
    models = [chain(1, lw.Spherical()) for _ in range(2)]
    models[1].connect("again", lw.Spherical(), models[1].ground, models[1]["b0"].at(-0.1, 0, 0))
    ends = []
    for model in models:
        system = lw.compile_model(model, coordinates="absolute")
        start = lw.assemble(system, bodies={"b0": (0.1, 0, 0)}, velocities={"b0.w_y": 1.0})
        ends.append(lw.simulate(system, start, 0.05, method="weak2", h=0.01).q[-1])
    assert np.allclose(*ends, rtol=0, atol=1e-9)
    assert not lw.loads(system, start).unique
    shared = lw.loads(system, start)
    assert np.allclose(shared["J0"].force, shared["again"].force, atol=1e-6)


def test_parameters_are_data() -> None:
    m = lw.Model("swing")
    k = lw.Parameter("k", 20.0)
    body = m.body("b", mass=1.0, inertia=(1.0, 1.0, 1.0))
    m.connect("spring", lw.Spring(stiffness=k, length=1.0), m.ground.at(0, 0, 2), body.at(0, 0, 0))
    system = lw.compile_model(m, coordinates="absolute")
    for value in (20.0, 50.0):
        found = lw.accelerations(system, system.state({"k": value}))
        assert found["b.v_z"] == pytest.approx(value * 1.0 - 9.81)


def _zero_inertia() -> lw.Model:
    m = lw.Model("thin")
    bar = m.body("bar", mass=1.0, inertia=(0.0, 0.1, 0.1))
    m.connect("J", lw.Spherical(), m.ground.at(0, 0, 0), bar.at(-0.5, 0, 0))
    return m


def _contradicting() -> lw.Model:
    m = lw.Model("torn")
    b = m.body("b", mass=1.0, inertia=(1.0, 1.0, 1.0))
    m.connect("A", lw.Spherical(), m.ground.at(0, 0, 0), b.at(0, 0, 0))
    m.connect("B", lw.Spherical(), m.ground.at(2, 0, 0), b.at(1, 0, 0))
    return m


def test_bad_models_are_explained() -> None:
    system = lw.compile_model(_zero_inertia(), coordinates="absolute")
    with pytest.raises(lw.ModelError, match="'bar' has no inertia about an axis"):
        lw.accelerations(system, system.placed({"bar": (np.eye(3), (0.5, 0, 0))}))
    torn = lw.compile_model(_contradicting(), coordinates="absolute")
    with pytest.raises(lw.ModelError, match="cannot all be met"):
        lw.simulate(torn, None, 1.0)
    with pytest.raises(lw.ModelError, match="'torn' cannot be assembled: joint 'A' stays open by"):
        lw.assemble(torn)
