"""States between the rows of runs in absolute coordinates: as accurate as the run, without stepping again."""

from pathlib import Path

import numpy as np
import pytest

import linkwork as lw
from linkwork.absolute.configuration import rate_of, spin_of
from linkwork.analyses.steppers.absolute_method import AbsoluteMethod


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


@pytest.mark.parametrize(("method", "h", "factor"), [("generalized_alpha", 0.002, 1.5), ("weak2", 0.02, 2.0)])
def test_states_between_rows_are_as_good_as_rows(method: str, h: float, factor: float) -> None:
    run, exact = simulated(method, h)
    between = 0.5 * (run.t[1:] + run.t[:-1])
    for name in ("top.rotation", "top.angular_velocity"):
        on_rows = np.abs(run[name] - exact.resample(run.t)[name]).max()
        inside = np.abs(run.resample(between)[name] - exact.resample(between)[name]).max()
        assert inside < factor * on_rows + 1e-9


def test_a_page_of_a_run_makes_no_steps(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    run, _ = simulated("generalized_alpha", 0.002)
    steps = []
    monkeypatch.setattr(AbsoluteMethod, "reach", lambda *given: steps.append(given))
    lw.view(run, tmp_path / "page.html")
    run.resample(np.linspace(0.0, 0.4, 3000))
    assert not steps


def test_elements_in_time_are_divided_once(monkeypatch: pytest.MonkeyPatch) -> None:
    run, _ = simulated("weak2", 0.02)
    steps, reach = [], AbsoluteMethod.reach
    monkeypatch.setattr(AbsoluteMethod, "reach", lambda *given: steps.append(1) or reach(*given))
    for _ in range(2):
        run.resample(np.linspace(0.0, 0.4, 500))
    assert len(steps) == 2 * (len(run) - 1)


def test_rates_of_rotation_vectors_and_spins_are_inverse() -> None:
    rng = np.random.default_rng(2)
    for size in (1e-9, 1e-3, 0.02, 1.0, 3.0):
        turn, w = size * rng.normal(size=(3, 5)) / 2.0, rng.normal(size=(3, 5))
        np.testing.assert_allclose(spin_of(turn, rate_of(turn, w)), w, atol=1e-12)
