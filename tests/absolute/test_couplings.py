"""Couplings of hinge coordinates in absolute coordinates: against the tree, against closed forms, in large numbers."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw
from linkwork.absolute.motion import PLAIN
from tests.absolute.gears import geared
from tests.absolute_models import carried, pair


def test_a_driven_coordinate_is_its_signal_in_the_coupling_too() -> None:
    driven = {"drive": {"angle": lw.Sine(0.4, omega=3.0)}}
    tree, absolute = pair(geared(driven))
    state = lw.assemble(tree, t=0.3)
    start = carried(tree, absolute, state)
    assert "pin.angle" not in absolute.layout.q and "slide.displacement" in absolute.layout.q
    one, other = (lw.kinematics(system, at, times=[0.3, 0.5]) for system, at in ((tree, state), (absolute, start)))
    for channel in ("slide.displacement", "slide.displacement_dot", "slide.displacement_ddot"):
        assert np.allclose(one[channel], other[channel], atol=1e-8)
    loads = lw.loads(tree, one.state(1)), lw.loads(absolute, other.state(1))
    for name in ("pin", "slide"):
        assert np.allclose(loads[0][name].moment, loads[1][name].moment, atol=1e-8)
    with pytest.raises(lw.ModelError, match=r"'mesh': all coordinates that it couples are driven or locked"):
        lw.compile_model(geared(driven, {"lock": {"displacement": 0.0}}), coordinates="absolute")


def test_parameters_in_couplings_and_drives_are_data() -> None:
    """A ratio, and the amplitude of a drive: θ̈ = −k sin t, and a second wheel turns by the ratio."""
    ratio, k = lw.Parameter("ratio", 2.0), lw.Parameter("k", 0.3)
    m = lw.Model("geared", gravity=(0, 0, 0))
    for name, drive in (("a", {"angle": lw.Sine(k, omega=1.0)}), ("b", {})):
        m.connect(f"J{name}", lw.Revolute("z"), m.ground, m.body(name, mass=1.0, inertia=(1.0, 1.0, 1.0)), drive=drive)
    m.connect("gear", lw.Gear(ratio), "Ja.angle", "Jb.angle")
    system = lw.compile_model(m, coordinates="absolute")
    for values in ({"ratio": 2.0, "k": 0.3}, {"ratio": -4.0, "k": 0.8}):
        found = lw.kinematics(system, system.state(values), times=[0.0, 0.5])
        assert found["a.w_z"][1] == pytest.approx(values["k"] * np.cos(0.5), abs=1e-10)
        assert found["Jb.angle_ddot"][1] == pytest.approx(-values["k"] * np.sin(0.5) / values["ratio"], abs=1e-10)


def test_a_rotor_that_turns_freely_is_coupled_to_its_body() -> None:
    """A flywheel geared up, s = 5 ω: J + J_a (2 · 5 + 25) about the pin, as in the tree."""
    m = lw.Model("flywheel", gravity=(0, 0, 0))
    body = m.body("body", mass=1.0, inertia=(0.1, 0.1, 0.2))
    m.connect("pin", lw.Revolute("z"), m.ground, body)
    m.connect("wheel", lw.Wheel(inertia=0.05), body)
    m.connect("gear", lw.Gear(0.2), "pin.angle", "wheel.angle")
    m.connect("motor", lw.AppliedMoment(1.0, along="z"), body)
    tree, absolute = pair(m)
    expected = 1.0 / (0.2 + 0.05 * (2 * 5.0 + 25.0))
    for system in (tree, absolute):
        assert lw.accelerations(system, system.rest)["pin.angle_dot"] == pytest.approx(expected, rel=1e-9)


def train(count: int) -> lw.Model:
    """Wheels in a row, each in mesh with the next."""
    m = lw.Model("train", gravity=(0, 0, 0))
    for k in range(count):
        wheel = m.body(f"w{k}", mass=1.0, inertia=(3.0, 3.0, 2.0 + k % 3))
        m.connect(f"J{k}", lw.Revolute("z"), m.ground.at(0.2 * k, 0, 0), wheel)
        if k:
            m.connect(f"G{k}", lw.LinearCoupling((1.0, 1.0)), f"J{k - 1}.angle", f"J{k}.angle")
    m.connect("motor", lw.AppliedMoment(3.0, along="z"), m["w0"])
    return m


@pytest.mark.slow
def test_many_gears_are_few_kinds_and_thin_fronts() -> None:
    """One moment on all inertias; every coupling is eliminated with a wheel, so that factors grow as the train does."""
    stored = []
    for count in (6, 24):
        system = lw.compile_model(train(count), coordinates="absolute")
        start = lw.assemble(system, bodies={f"w{k}": (0.2 * k, 0, 0) for k in range(count)})
        whole = sum(2.0 + k % 3 for k in range(count))
        assert lw.accelerations(system, start)["w0.w_z"] == pytest.approx(3.0 / whole, rel=1e-9)
        elements = system.elements
        assert len([g for g in elements.groups if g.kind.rows]) <= 4
        pattern = elements.assembly.matrix.pattern
        at, tables = elements.configuration(start), elements.tables({})
        triplets = elements.assembly.tangent(at, tables, np.zeros(elements.size), np.zeros(elements.rows), PLAIN)[2]
        memory = pattern.fronts.memory()
        assert pattern.fronts.factor(triplets, memory)
        assert pattern.backward_error(triplets, pattern.fronts.solver(memory)) < 1e-12
        stored.append(pattern.fronts.plan.stored)
    assert stored[1] < 5 * stored[0]
    run = lw.simulate(system, start, 0.5, h=0.05, method="weak2")
    assert run["J23.angle"][-1] == pytest.approx(-0.5 * 3.0 / whole * 0.25, rel=1e-9)
    assert np.ptp(run["J22.angle"] + run["J23.angle"]) < 1e-12
