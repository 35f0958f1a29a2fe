"""Runs by default settings: chains and rings of any size reach their end in both formulations, and agree."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import linkwork as lw

CASES = [("chain", 10), ("chain", 20), ("ring", 17), ("ring", 30)]
LARGE = [("chain", 100), ("chain", 400), ("ring", 60)]
SPAN = 0.02


def links(kind: str, count: int) -> lw.Model:
    """Rods on revolute joints, a metre in all: hanging from one end, or closed to a ring on the ground."""
    m, before = lw.Model(kind, gravity=(0, 0, -9.81)), None
    length, bend = 1.0 / count, 2 * math.pi / count if kind == "ring" else 0.02
    for k in range(count):
        rod = m.body(f"b{k}", lw.Rod(length=length, mass=0.1))
        end = m.ground.at(0, 0, 0) if before is None else before.at(length, 0, 0)
        m.connect(f"j{k}", lw.Revolute("y"), end, rod, initial={"angle": bend if before else 0.3})
        before = rod
    if kind == "ring":
        m.connect("close", lw.Revolute("y"), before.at(length, 0, 0), m.ground.at(0, 0, 0))
    return m


def runs(kind: str, count: int, coordinates: str, rtols: tuple[float, ...], **more: Any) -> list[lw.Trajectory]:
    system = lw.compile_model(links(kind, count), coordinates)
    start = lw.assemble(system)
    return [lw.simulate(system, start, SPAN, rtol=rtol, atol=rtol, **more) for rtol in rtols]


def check_both(kind: str, count: int, rtols: tuple[float, ...]) -> None:
    found = {form: runs(kind, count, form, rtols) for form in ("tree", "absolute")}
    for run in (*found["tree"], *found["absolute"]):
        assert run.t[-1] == SPAN and run.verdict.level == "good", run.certificate.sentence
    names = [f"b{k}.position" for k in (count // 2, count - 1)]
    for rtol, one, other in zip(rtols, found["tree"], found["absolute"], strict=True):
        for name in names:
            np.testing.assert_allclose(other[name][-1], one[name][-1], atol=max(10 * rtol, 1e-11))


@pytest.mark.few(1)
@pytest.mark.parametrize(("kind", "count"), CASES)
def test_chains_and_rings_reach_their_end_in_both_formulations(kind: str, count: int) -> None:
    check_both(kind, count, (1e-4, 1e-6, 1e-8))


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "count"), LARGE)
def test_large_chains_and_rings_reach_their_end_in_both_formulations(kind: str, count: int) -> None:
    check_both(kind, count, (1e-4, 1e-6, 1e-8))


@pytest.mark.slow
def test_the_largest_ring_converges_in_absolute_coordinates() -> None:
    found = runs("ring", 400, "auto", (1e-4, 1e-6, 1e-8))
    assert all(run.t[-1] == SPAN and run.verdict.level == "good" for run in found)
    ends = [run["b200.position"][-1] for run in found]
    assert np.abs(ends[1] - ends[2]).max() < 1e-6 and np.abs(ends[0] - ends[2]).max() < 1e-4


@pytest.mark.few(1)
@pytest.mark.parametrize(("kind", "count"), [("chain", 20), ("ring", 17)])
def test_controlled_steps_of_alpha_are_those_of_the_tree_whatever_the_size(kind: str, count: int) -> None:
    """More than 100 velocities: old factors and velocities off their rows let the error estimate collapse the steps."""
    (tree,), (absolute,) = (
        runs(kind, count, form, (1e-6,), method="generalized_alpha") for form in ("tree", "absolute")
    )
    assert absolute.t[-1] == SPAN and absolute.verdict.level == "good"
    assert absolute.certificate.steps < 2 * tree.certificate.steps + 20
    np.testing.assert_allclose(absolute["b10.position"][-1], tree["b10.position"][-1], atol=1e-5)


def test_the_default_method_follows_the_steps() -> None:
    system = lw.compile_model(links("chain", 3), "absolute")
    assert lw.simulate(system, t_end=0.01).certificate.method == "radau"
    assert lw.simulate(system, t_end=0.01, h=lw.Adaptive(h_max=1e-3)).certificate.method == "radau"
    assert lw.simulate(system, t_end=0.01, h=1e-3).certificate.method == "generalized_alpha"
    assert lw.simulate_many(system, [{}], 0.01, h=1e-3).statuses[0].startswith("done")


def test_steps_without_a_solution_are_not_tried_again_and_again() -> None:
    """A top that turns by a radian in the steps that a loose tolerance allows: each second attempt used to fail."""
    m = lw.Model("top")
    m.connect("A", lw.Spherical(), m.ground, m.body("top", mass=1.0, com=(0, 0, 0.1), inertia=(0.02, 0.03, 0.01)))
    system = lw.compile_model(m, "absolute")
    start = system.placed({"top": (np.eye(3), (0, 0, 0))}, {"top": ((30.0, 10.0, 400.0), (0, 0, 0))})
    certificate = lw.simulate(system, start, 0.2, rtol=1e-3, atol=1e-3, method="radau").certificate
    assert certificate.rejected < 0.4 * certificate.steps


def test_hinge_coordinates_are_fixed_in_absolute_coordinates_too() -> None:
    m = links("ring", 5)
    tree, absolute = lw.compile_model(m), lw.compile_model(m, "absolute")
    given: dict[str, Any] = {"fixed": {"j0.angle": 0.5, "j1.angle": 1.1}, "velocities": {"j0.angle_dot": 2.0}}
    one, other = lw.assemble(tree, **given), lw.assemble(absolute, **given)
    for name in ("b2.position", "b4.position", "b2.velocity", "b4.angular_velocity", "j0.angle", "j1.angle"):
        np.testing.assert_allclose(absolute.channels(other)[name], tree.channels(one)[name], atol=1e-9)
    assert not absolute.violations(other)
    modes = [lw.assembly_modes(s, fixed={**given["fixed"], "j2.angle": 1.3}) for s in (tree, absolute)]
    assert len(modes[0]) == len(modes[1]) == 2
    with pytest.raises(lw.ModelError, match=r"'j0.angle' is a coordinate of a joint, and 'b1.x' one of a body"):
        lw.assemble(absolute, fixed={"j0.angle": 0.5, "b1.x": 0.2})
