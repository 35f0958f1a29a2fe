"""States between the rows of runs in absolute coordinates: as accurate as the run, without stepping again."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.absolute.configuration import rate_of, spin_of
from linkwork.absolute.interpolation import row_nodes
from linkwork.analyses.engines import NativeEngine
from linkwork.analyses.engines.weak import WeakEngine


def top() -> tuple[lw.Model, tuple[float, ...]]:
    """A top whose axis wanders: rotations about changing axes."""
    m = lw.Model("top")
    m.connect("A", lw.Spherical(), m.ground, m.body("top", mass=1.0, com=(0, 0, 0.1), inertia=(0.02, 0.03, 0.01)))
    return m, (3.0, 1.0, 12.0)


def simulated(method: str, h: float) -> tuple[lw.Trajectory, lw.Trajectory]:
    """(the run, an exact one)."""
    m, w = top()
    tree, absolute = lw.compile_model(m), lw.compile_model(m, coordinates="absolute")
    exact = lw.simulate(
        tree, tree.state(dict(zip(("A.w_x", "A.w_y", "A.w_z"), w, strict=True))), 0.4, rtol=1e-12, atol=1e-12
    )
    start = absolute.placed({"top": (np.eye(3), (0, 0, 0))}, {"top": (w, (0, 0, 0))})
    return lw.simulate(absolute, start, 0.4, method=method, h=h), exact


@pytest.mark.few(1)
@pytest.mark.parametrize(("method", "h", "factor"), [("weak2", 0.02, 2.0), ("generalized_alpha", 0.002, 1.5)])
def test_states_between_rows_are_as_good_as_rows(method: str, h: float, factor: float) -> None:
    run, exact = simulated(method, h)
    between = 0.5 * (run.t[1:] + run.t[:-1])
    for name in ("top.rotation", "top.angular_velocity"):
        on_rows = np.abs(run[name] - exact.resample(run.t)[name]).max()
        inside = np.abs(run.resample(between)[name] - exact.resample(between)[name]).max()
        assert inside < factor * on_rows + 1e-9


def test_a_page_of_a_run_makes_no_steps(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    run, _ = simulated("generalized_alpha", 0.002)
    assert run.verdict.reasons is not None  # a second run is made before
    steps: list[Any] = []
    monkeypatch.setattr(NativeEngine, "advance", lambda *given: steps.append(given))
    lw.view(run, tmp_path / "page.html")
    run.resample(np.linspace(0.0, 0.4, 3000))
    assert not steps


def test_elements_in_time_are_divided_once(monkeypatch: pytest.MonkeyPatch) -> None:
    run, _ = simulated("weak2", 0.02)
    steps, reach = [], WeakEngine._reached
    monkeypatch.setattr(WeakEngine, "_reached", lambda *given: steps.append(1) or reach(*given))
    for _ in range(2):
        run.resample(np.linspace(0.0, 0.4, 500))
    assert len(steps) == 2 * (len(run) - 1)


def test_rates_of_rotation_vectors_and_spins_are_inverse() -> None:
    rng = np.random.default_rng(2)
    for size in (1e-9, 1e-3, 0.02, 1.0, 3.0):
        turn, w = size * rng.normal(size=(3, 5)) / 2.0, rng.normal(size=(3, 5))
        np.testing.assert_allclose(spin_of(turn, rate_of(turn, w)), w, atol=1e-12)


@pytest.mark.parametrize("length", [1e-3, 1e-6, 1e-9, 1e-12, 1e-15])
def test_velocities_inside_a_short_step_are_those_of_its_ends(length: float) -> None:
    """A body that flies and turns: slopes of places over 10⁻¹² s were rounding, velocities of 10⁻⁴ m/s."""
    t = np.array([1.0, 1.0 + length])
    h = t[1] - t[0]
    half = 0.5 * (1.5 + 0.5 * np.array([0.0, h]))
    q = np.array(
        [[np.cos(a), 0.0, 0.0, np.sin(a), 3.0 + 2.0 * s, -1.0, 0.3] for a, s in zip(half, [0.0, h], strict=True)]
    )
    u = np.array([[0.0, 0.0, 0.5, 2.0, 0.0, 0.0]] * 2)
    nodes = row_nodes(t, np.hstack([q, u]), (7, 6), 1)
    for part in (0.2, 0.5, 0.9):
        np.testing.assert_allclose(nodes(t[:1] + part * h)[0, 7:], u[0], atol=1e-11)


class Lag(lw.Force):
    """Pulls back late, and more beyond a line."""

    measure = lw.Displacement("x")
    states = ("s",)

    def law(self, e: Any, z: Any) -> Any:
        return -20.0 * z.s + lw.where(e > 0.4, -20.0, 0.0)

    def state_dot(self, e: Any, z: Any) -> Any:
        return 10.0 * (e - z.s)


@pytest.mark.parametrize("method", ["radau", "dop853"])
def test_states_between_short_steps_to_a_branch_are_those_of_the_tree(method: str) -> None:
    """Steps end at the line: rows beside it are a rounding apart, where slopes from rows say nothing."""
    m = lw.Model("late", gravity=(0, 0, 0))
    b = m.body("b", mass=1.0, inertia=(1, 1, 1))
    m.connect("x", lw.Prismatic("x"), m.ground, b)
    m.connect("f", Lag(), m.ground, b)
    tree, absolute = lw.compile_model(m), lw.compile_model(m, coordinates="absolute")
    exact = lw.simulate(tree, tree.state({"x.displacement_dot": 2.0}), 0.6, rtol=1e-12, atol=1e-14)
    start = absolute.state({absolute.layout.u[3]: 2.0})
    run = lw.simulate(absolute, start, 0.6, method=method, rtol=1e-10, atol=1e-12)
    assert np.diff(run.t).min() < 1e-12
    inside = np.sort(np.concatenate([0.5 * (run.t[1:] + run.t[:-1]), run.t[:-1] + 0.3 * np.diff(run.t)]))
    found, known = run.resample(inside), exact.resample(inside)
    np.testing.assert_allclose(found["b.velocity.x"], known["b.velocity.x"], atol=2e-9)
    np.testing.assert_allclose(found.z, known.z, atol=2e-9)
