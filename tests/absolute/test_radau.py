"""Radau IIA in absolute coordinates: its order, stiff laws, loops, loads that laws look at, files."""

from __future__ import annotations

import signal
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.absolute import radau, saddle_memory
from linkwork.absolute.radau import RadauSteps
from linkwork.absolute.stage_newton import MOST_FACTORS
from linkwork.absolute.stage_systems import StageSystems
from linkwork.analyses.methods import integrators
from tests.absolute_models import carried, chain, four_bar, pair
from tests.beam_models import quarter_places, swinging_cable


def ends(system: Any, state: lw.State, t_end: float, counts: tuple[int, ...]) -> list[lw.State]:
    """States after so many equal steps."""
    found = []
    for count in counts:
        elements = system.elements
        steps = RadauSteps(elements, elements.tables(state.parameters), elements.configuration(state))
        for _ in range(count):
            assert steps.attempt(t_end / count, False) == 0.0
            steps.take()
        found.append(system.elements.state_of(steps.at, state.parameters))
    return found


@pytest.mark.parametrize("model", [chain(2, lw.Spherical()), four_bar()], ids=["in space", "redundant loop"])
def test_places_and_velocities_are_of_order_five(model: lw.Model) -> None:
    """Against a tree at a tight tolerance; rows that repeat each other do not disturb it."""
    tree, absolute = pair(model)
    start = tree.rest
    if "D" in model.connections:
        start = lw.assemble(tree, fixed={"J0.angle": -1.2}, guess={"J1.angle": 0.2, "J2.angle": 1.0})
    exact = carried(tree, absolute, lw.simulate(tree, start, 0.2, rtol=1e-13, atol=1e-14).final)
    counts = (6, 12, 24)
    found = ends(absolute, carried(tree, absolute, start), 0.2, counts)
    for part in ("q", "u"):
        wanted = getattr(exact, part)[: absolute.layout.nu]
        errors = [np.abs(getattr(state, part)[: absolute.layout.nu] - wanted).max() for state in found]
        order = -np.polyfit(np.log(counts), np.log(errors), 1)[0]
        assert order > 4.4, (part, errors)
        assert errors[-1] < 1e-6
    assert not absolute.violations(found[-1])


def test_stiff_laws_take_long_steps() -> None:
    """A damper of 10⁵ 1/s, which would take explicit methods 6·10⁴ steps; the end is that of a tree."""
    m = lw.Model("stiff", gravity=(0, 0, -9.81))
    body = m.body("b", mass=1.0, inertia=(0.1, 0.1, 0.1))
    m.connect("P", lw.Prismatic("z"), m.ground, body)
    m.connect("film", lw.Spring(stiffness=1e5, length=0.0, damping=1e5), m.ground.at(0.0, 0, 1.0), body)
    tree, absolute = pair(m)
    run = lw.simulate(absolute, None, 2.0, method="radau", rtol=1e-8, atol=1e-10)
    assert run.certificate.steps < 400 and run.verdict.is_good
    end = lw.simulate(tree, None, 2.0, method="radau", rtol=1e-11, atol=1e-13).final
    assert run.final["b.z"] == pytest.approx(end["P.displacement"], abs=1e-8)


def test_sparse_matrices_give_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    tree, absolute = pair(chain(3))
    start = carried(tree, absolute, tree.rest)
    options: dict[str, Any] = {"method": "radau", "rtol": 1e-9, "atol": 1e-11}
    native = lw.simulate(absolute, start, 0.5, **options)
    # Blocks come first, then dense factors, then fronts.
    for size in ("BLOCK_SADDLE_SIZE", "DENSE_SADDLE_SIZE"):
        monkeypatch.setattr(saddle_memory, size, 0)
        other = lw.compile_model(absolute.model, "absolute")
        found = lw.simulate(other, carried(tree, other, tree.rest), 0.5, **options)
        np.testing.assert_allclose(found.final.q, native.final.q, atol=1e-12)
    monkeypatch.setattr(integrators, "NATIVE_UNKNOWNS", 0)
    dense = lw.simulate(absolute, start, 0.5, **options)
    np.testing.assert_allclose(dense.final.q, native.final.q, atol=1e-8)
    monkeypatch.setattr(radau, "MOST_DENSE", 0)
    fronts = lw.simulate(absolute, start, 0.5, **options)
    monkeypatch.setattr(StageSystems, "serve", lambda system: False)
    whole = lw.simulate(absolute, start, 0.5, **options)
    methods = [run.certificate.method for run in (dense, fronts, whole)]
    assert all(name in method for name, method in zip(("dense factors", "fronts", "SuperLU"), methods, strict=True))
    np.testing.assert_allclose(whole.final.q, dense.final.q, atol=1e-12)
    np.testing.assert_allclose(fronts.final.q, dense.final.q, atol=1e-10)
    exact = lw.simulate(tree, tree.rest, 0.5, rtol=1e-12, atol=1e-13)
    for name in tree.model.bodies:
        np.testing.assert_allclose(dense[f"{name}.position"][-1], exact[f"{name}.position"][-1], atol=1e-9)


def test_a_resumed_run_goes_on(tmp_path: Any) -> None:
    system = lw.compile_model(chain(2), "absolute")
    options: dict[str, Any] = {"method": "radau", "rtol": 1e-8, "atol": 1e-10}
    kept = tmp_path / "run.npz"

    def run(interrupts: bool, **output: Any) -> lw.Trajectory:
        def action(system: Any, state: lw.State) -> None:
            if interrupts:
                signal.raise_signal(signal.SIGINT)

        stop = lw.Event("stop", lambda c: c["t"] - 0.3, action=action)
        return lw.simulate(system, None, 0.6, events=[stop], output=lw.Output(**output), **options)

    whole = run(interrupts=False)
    assert run(interrupts=True, checkpoint=kept).certificate.status == "paused"
    again = run(interrupts=False, resume=kept)
    np.testing.assert_allclose(again.final.q, whole.final.q, atol=1e-13)


def large_steps(monkeypatch: pytest.MonkeyPatch) -> tuple[Any, Any]:
    """(elements, steps) of a chain that is treated as a large system, at its start."""
    monkeypatch.setattr(radau, "MOST_DENSE", 0)
    system = lw.compile_model(chain(3, lw.Spherical()), "absolute")
    elements = system.elements
    return elements, RadauSteps(elements, elements.tables({}), elements.configuration(system.rest))


def taken(steps: RadauSteps, count: int) -> np.ndarray:
    """Places and velocities after so many steps."""
    for _ in range(count):
        assert steps.attempt(0.01, True) is not None
        steps.take()
    return np.concatenate([steps.at.pose.ravel(), steps.at.u])


def test_a_large_system_goes_on_to_the_bit_with_its_factors(monkeypatch: pytest.MonkeyPatch) -> None:
    """Factors serve for several steps; a checkpoint knows where they were made."""
    elements, steps = large_steps(monkeypatch)
    start = steps.at
    taken(steps, 3)
    assert steps.jacobians < 3
    kept = steps.saved()
    other = RadauSteps(elements, elements.tables({}), start)
    other.restore(kept)
    assert np.array_equal(taken(other, 3), taken(steps, 3))
    assert other.jacobians == steps.jacobians


def test_stages_in_one_call_are_those_of_one_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """Residuals by one loop, and by evaluations of elements that gather, call and add up by themselves."""
    found = []
    for at_once in (True, False):
        steps = large_steps(monkeypatch)[1]
        quick = steps._quick
        assert quick is not None and quick._at_once is not None
        if not at_once:
            quick._at_once = None
            for name in ("residual", "row_rates"):
                vars(quick.elements.evaluation(name))["_whole"] = None
        found.append(taken(steps, 3))
    assert np.array_equal(*found)


def test_states_between_rows_are_as_good_as_a_cubic() -> None:
    tree, absolute = pair(chain(2))
    run = lw.simulate(absolute, carried(tree, absolute, tree.rest), 0.5, method="radau", rtol=1e-10, atol=1e-12)
    exact = lw.simulate(tree, tree.rest, 0.5, rtol=1e-12, atol=1e-13)
    times = np.linspace(0.0, 0.5, 23)
    one, other = (r.resample(times)["b1.position"] for r in (run, exact))
    np.testing.assert_allclose(one, other, atol=1e-7)


@pytest.mark.slow
def test_a_cable_keeps_its_factors_from_step_to_step() -> None:
    """A swinging cable by fronts, in axes that turn with its nodes; the motion is that of elements in time."""
    system, start, cable = swinging_cable(60)
    times = [0.0, 0.1, 0.2]
    run = lw.simulate(system, start, 0.2, method="radau", rtol=1e-5, atol=1e-5, times=times)
    assert "fronts" in run.certificate.method and run.verdict.is_good
    assert run.certificate.jacobians < 0.8 * run.certificate.steps
    exact = lw.simulate(system, start, 0.2, method=lw.TimeElements(degree=2), h=5e-3, times=times)
    np.testing.assert_allclose(quarter_places(run, cable), quarter_places(exact, cable), atol=1e-7)


def test_where_quick_factors_lead_nowhere_all_derivatives_are_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    """A step is the same, and quick ones are not tried again."""
    system = lw.compile_model(chain(2), "absolute")
    elements, end = system.elements, ends(system, system.rest, 0.02, (1,))[0]
    monkeypatch.setattr(radau, "MOST_DENSE", 0)
    monkeypatch.setattr(StageSystems, "correct", lambda self: self.vectors.r.fill(1.0))
    steps = RadauSteps(elements, elements.tables({}), elements.configuration(system.rest))
    assert steps.attempt(0.02, False) == 0.0 and "SuperLU" in steps.name and steps.jacobians == MOST_FACTORS + 1
    steps.take()
    np.testing.assert_allclose(elements.state_of(steps.at, {}).q, end.q, atol=1e-12)
    assert steps.attempt(0.02, False) == 0.0 and steps.jacobians == MOST_FACTORS + 2
