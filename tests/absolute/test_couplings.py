"""Couplings of hinge coordinates in absolute coordinates: against the tree, against closed forms, in large numbers."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.absolute.motion import PLAIN
from tests.absolute_models import carried, pair


def geared(pin: dict[str, Any] | None = None, slide: dict[str, Any] | None = None) -> lw.Model:
    """A pendulum that drives a rack by a pinion: angle and displacement are coupled."""
    m = lw.Model("geared", gravity=(0.0, 0.0, -9.81))
    arm = m.body("arm", mass=1.5, com=(0.3, 0.0, 0.1), inertia=(0.02, 0.1, 0.09))
    rack = m.body("rack", mass=0.7, com=(0.0, 0.02, 0.0), inertia=(0.01, 0.02, 0.02))
    m.connect("pin", lw.Revolute("y"), m.ground.at(0, 0, 0.2), arm.at(-0.1, 0, 0), **(pin or {}))
    m.connect("slide", lw.Prismatic("x"), arm.at(0.2, 0, 0), rack.at(0.1, 0, 0), **(slide or {}))
    m.connect("mesh", lw.RackAndPinion(0.15), "pin.angle", "slide.displacement")
    m.connect("spring", lw.Spring(stiffness=40.0, length=0.3, damping=0.5), m.ground.at(0.5, 0, 0.8), rack.at(0, 0, 0))
    return m


@pytest.mark.slow
@pytest.mark.seed("S3.4")
def test_motion_and_loads_are_those_of_the_tree() -> None:
    tree, absolute = pair(geared(pin={"initial": {"angle": 0.4, "angle_dot": 1.0}}))
    state = lw.assemble(tree)
    start = carried(tree, absolute, state)
    one, other = lw.loads(tree, state), lw.loads(absolute, start)
    assert one.wrenches.keys() == other.wrenches.keys() == {"pin", "slide"}
    for name in one.wrenches:
        assert np.allclose(one[name].force, other[name].force, atol=1e-9)
        assert np.allclose(one[name].moment, other[name].moment, atol=1e-9)
    times = [0.1, 0.2]
    exact = lw.simulate(tree, state, times=times, rtol=1e-11, atol=1e-13)
    for method, error in (("generalized_alpha", 1e-4), ("weak2", 1e-6)):
        run = lw.simulate(absolute, start, times=times, h=0.005, method=method)
        for channel in ("arm.position", "rack.position", "slide.displacement", "pin.angle"):
            assert np.allclose(run[channel], exact[channel], rtol=0, atol=error)
        assert run.certificate.position_error < 1e-9


@pytest.mark.slow
def test_rest_and_small_motions_are_those_of_the_tree() -> None:
    tree, absolute = pair(geared())
    one = lw.equilibrium(tree, tree.state({"pin.angle": 0.5}))
    other = lw.equilibrium(absolute, carried(tree, absolute, one.state))
    # Away from rest, where the search has something to find.
    again = lw.equilibrium(
        absolute, carried(tree, absolute, lw.assemble(tree, fixed={"pin.angle": one["pin.angle"] + 0.1}))
    )
    for found in (other, again):
        assert found["slide.displacement"] == pytest.approx(one["slide.displacement"], abs=1e-8)
        assert np.allclose(found["pin.moment"], one["pin.moment"], atol=1e-6)
    assert np.allclose(np.sort_complex(one.eigenvalues), np.sort_complex(other.eigenvalues), atol=1e-7)


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
        pattern = elements.assembly.pattern
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
