"""Verbs of the port in both coordinates: one code, and the same answers."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from tests.absolute_models import carried, chain, four_bar, pair

BOTH = ("tree", "absolute")


@cache
def closed_pair() -> tuple[Any, Any, lw.State, lw.State]:
    """A four-bar in motion, in both coordinates."""
    tree, absolute = pair(four_bar())
    state = lw.assemble(tree, guess={"J0.angle": -0.6, "J1.angle": 0.3}, velocities={"J0.angle_dot": 1.7})
    return tree, absolute, state, carried(tree, absolute, state)


def long_chain(links: int) -> lw.Model:
    """A chain of so many links that matrices are sparse."""
    m = lw.Model("long chain", gravity=(0, 0, -9.81))
    before = m.ground.at(0, 0, 0)
    for k in range(links):
        body = m.body(f"b{k}", mass=1.0, com=(0.5, 0.02, -0.03), inertia=(0.01, 0.08, 0.08))
        m.connect(f"J{k}", lw.Spherical(), before, body.at(0, 0, 0))
        before = body.at(1.0, 0, 0)
    return m


@pytest.mark.parametrize("coordinates", BOTH)
def test_what_is_fixed_stays(coordinates: str) -> None:
    system = lw.compile_model(four_bar(), coordinates)
    # The crank is turned by −0.6 about y: its second Euler parameter is −sin 0.3.
    name, value = {"tree": ("J0.angle", -0.6), "absolute": ("bar0.e2", -np.sin(0.3))}[coordinates]
    speed = {"tree": "J0.angle_dot", "absolute": "bar0.w_y"}[coordinates]
    state = lw.assemble(system, fixed={name: value}, velocities={speed: 0.7})
    assert state[name] == value
    assert state[speed] == pytest.approx(0.7, abs=1e-12)
    assert not system.violations(state)
    tip = system.channels(state)["bar0.rotation"] @ [0.3, 0, 0]
    assert tip == pytest.approx([0.3 * np.cos(0.6), 0.0, 0.3 * np.sin(0.6)], abs=1e-9)


@pytest.mark.parametrize("coordinates", BOTH)
def test_a_four_bar_has_two_modes(coordinates: str) -> None:
    system = lw.compile_model(four_bar(), coordinates)
    fixed = {"tree": {"J0.angle": -0.6}, "absolute": {"bar0.e0": np.cos(0.3), "bar0.e2": -np.sin(0.3)}}[coordinates]
    modes = lw.assembly_modes(system, fixed=fixed, starts=24)
    heights = sorted({round(float(system.channels(mode)["bar1.rotation"][2, 0]), 6) for mode in modes})
    assert len(heights) == 2
    assert all(not system.violations(mode) for mode in modes)


@pytest.mark.parametrize("coordinates", BOTH)
def test_an_open_loop_is_told_by_name_and_amount(coordinates: str) -> None:
    m = four_bar()
    m.connections["D"] = replace(m.connections["D"], ends=(m.ground.at(9.0, 0, 0), m.connections["D"].ends[1]))
    with pytest.raises(lw.AssemblyError, match=r"cannot be assembled: .*joint .* stays open by .* m") as error:
        lw.assemble(lw.compile_model(m, coordinates), starts=2)
    assert error.value.state is not None


def test_mobility_is_the_same_in_both_coordinates() -> None:
    tree, absolute, state, own = closed_pair()
    one, other = lw.mobility(tree, state), lw.mobility(absolute, own)
    for part in ("degrees_of_freedom", "velocity_degrees", "usual_degrees", "not_unique", "unique", "open"):
        assert getattr(one, part) == getattr(other, part), part
    assert [str(x) for x in one.repetitions] == [str(x) for x in other.repetitions]
    assert one.redundant_rows == other.redundant_rows == 3
    assert "1 degree of freedom" in lw.report(absolute)


def test_methods_of_accelerations_agree() -> None:
    _, absolute, _, own = closed_pair()
    expected = lw.accelerations(absolute, own)
    for method in ("multipliers", "pseudo-inverse", "complement"):
        found = lw.accelerations(absolute, own, method)
        assert np.abs(found.u_dot - expected.u_dot).max() < 1e-8 * (1.0 + np.abs(expected.u_dot).max())
    assert expected.redundant == 3


@pytest.mark.parametrize("coordinates", BOTH)
def test_the_motion_itself_takes_no_forces(coordinates: str) -> None:
    tree, absolute, state, own = closed_pair()
    system, at = {"tree": (tree, state), "absolute": (absolute, own)}[coordinates]
    u_dot = lw.accelerations(system, at).u_dot
    assert np.abs(lw.inverse_dynamics(system, at, u_dot)).max() < 1e-8
    with pytest.raises(lw.ModelError, match="the accelerations break the constraints by"):
        lw.inverse_dynamics(system, at, u_dot + 1.0)


def test_impacts_are_the_same_in_both_coordinates() -> None:
    tree, absolute, state, own = closed_pair()
    # One of the two gaps closes, the other opens and changes nothing.
    both = [lambda c: c["bar2.position"][2], lambda c: -c["bar2.position"][2]]
    after = [lw.impact(tree, state, gap, 0.5) for gap in both]
    own_after = [lw.impact(absolute, own, gap, 0.5) for gap in both]
    assert [x is state for x in after] == [x is own for x in own_after]
    closing = 1 if after[0] is state else 0
    assert np.abs(after[closing].u - state.u).max() > 0.1
    assert np.abs(carried(tree, absolute, after[closing]).u - own_after[closing].u).max() < 1e-9
    force = np.zeros(absolute.layout.nu)
    force[absolute.layout.u_index("bar0.w_y")] = 2.0
    kicked = lw.impulse(absolute, own, force)
    expected = lw.impulse(tree, state, [2.0, 0.0, 0.0])
    assert np.abs(carried(tree, absolute, expected).u - kicked.u).max() < 1e-9


def test_points_of_bodies_move_alike() -> None:
    tree, absolute, state, own = closed_pair()
    for point in (tree.model["bar1"], tree.model["bar1"].at(0.4, 0.02, -0.1)):
        one, other = lw.point_jacobian(tree, point, state), lw.point_jacobian(absolute, point, own)
        assert one.J @ state.u + one.V_0 == pytest.approx(other.J @ own.u + other.V_0, abs=1e-9)


@pytest.mark.parametrize("coordinates", BOTH)
def test_a_stiffness_is_found_by_optimisation(coordinates: str) -> None:
    m = lw.Model("scales", gravity=(0, 0, -9.81))
    pan = m.body("pan", mass=2.0, inertia=(0.1, 0.1, 0.1))
    m.connect("guide", lw.Prismatic("z"), m.ground, pan)
    m.connect("s", lw.Spring(stiffness=lw.Parameter("k", 150.0), length=1.0), m.ground.at(0, 0, 1.0), pan)
    system = lw.compile_model(m, coordinates)
    found = lw.optimise(lambda at: at.equilibrium(system)["pan.position"][2:] + 0.1, {"k": 150.0})
    assert found.success and found.values["k"] == pytest.approx(196.2, rel=1e-5)


def test_large_systems_close_by_sparse_steps() -> None:
    system = lw.compile_model(long_chain(70), "absolute")
    assert system.layout.nu > 300
    rng = np.random.default_rng(1)
    rough = replace(system.rest, q=system.rest.q + 0.05 * rng.normal(size=system.layout.nq))
    fixed = {"b69.z": 0.5, "b69.v_z": 0.3}
    state = lw.assemble(
        system,
        guess={name: x for name, x in zip(system.layout.q, rough.q, strict=True) if name not in fixed},
        fixed={"b69.z": 0.5},
        velocities={"b69.v_z": 0.3},
    )
    assert not system.violations(state)
    assert (state["b69.z"], state["b69.v_z"]) == (0.5, 0.3)
    force = np.zeros(system.layout.nu)
    force[-1] = 1.0
    kicked = lw.impulse(system, state, force)
    rows = system.functions.at("rows", kicked)
    assert np.abs(rows.P @ kicked.u + rows.P_0).max() < 1e-9
    assert kicked["b69.v_z"] > 0.3
    assert lw.mobility(system, state).degrees_of_freedom == 3 * 70


def test_what_one_coordinates_have_not_is_refused_with_a_sentence() -> None:
    tree, absolute = pair(chain(1))
    with pytest.raises(lw.ModelError, match=r"compiled in absolute coordinates, which have no 'equations'.*'tree'"):
        _ = absolute.equations
    with pytest.raises(lw.ModelError, match=r"compiled in tree coordinates, which have no 'placed'.*'absolute'"):
        tree.placed({})
    with pytest.raises(AttributeError, match="has no attribute 'plced'"):
        _ = tree.plced


def test_null_spaces_of_very_large_systems_are_refused() -> None:
    system = lw.compile_model(long_chain(520), "absolute")
    with pytest.raises(lw.ModelError, match="are too large to compute: they are dense, and looked for up to 3000"):
        lw.mobility(system)


def test_auto_takes_coordinates_by_loops_and_size() -> None:
    assert lw.compile_model(long_chain(30), "auto").coordinates == "tree"
    small = lw.compile_model(four_bar(), "auto")
    assert small.coordinates == "tree"
    assert "Compiled in tree coordinates: 3 speeds and 1 loop or constraint; up to 60 speeds" in lw.report(small)
    ring = long_chain(21)
    ring.connect("closed", lw.Spherical(), ring.ground.at(8.0, 0, 0), ring.bodies["b20"].at(1.0, 0, 0))
    large = lw.compile_model(ring, "auto")
    assert large.coordinates == "absolute"
    assert large.reason.startswith("absolute coordinates: 63 speeds and 1 loop or constraint; with loops and more than")
    with pytest.raises(lw.ModelError, match=r"compile_model: coordinates = 'tre'; give 'tree', 'absolute' or 'auto'"):
        lw.compile_model(ring, "tre")
