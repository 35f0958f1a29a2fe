"""The search for the cheapest settings that reach an error: no lucky ones, none tighter than they need be."""

from dataclasses import dataclass, field

import numpy as np
import pytest

from benchmarks import precision
from benchmarks.precision import Descent, Unreached, best_of, distance, loosest

EXACT = np.zeros(2)


def test_loosest_tolerance_reaches_the_error() -> None:
    found = loosest(lambda tolerance: np.array([0.0, 30.0 * tolerance]), EXACT, 1e-6)
    assert 30.0 * found <= 1e-6 < 30.0 * found * 10**0.51


def test_a_lucky_tolerance_does_not_count() -> None:
    lucky = pytest.approx(1e-4)
    found = loosest(lambda tolerance: np.array([0.0, 0.0 if tolerance == lucky else tolerance]), EXACT, 1e-6)
    assert found == pytest.approx(1e-6)


def test_an_error_out_of_reach_is_said_in_a_sentence() -> None:
    with pytest.raises(Unreached, match="no tolerance down to 3e-14 reaches an error of 1e-09"):
        loosest(lambda tolerance: np.ones(2), EXACT, 1e-9)


def test_a_run_that_failed_is_infinitely_far() -> None:
    assert distance(np.array([np.nan, 0.0]), EXACT) == np.inf
    assert distance(np.array([3.0, -4.0]), EXACT) == 4.0


@dataclass
class Stepped:
    """A method of order two that is unstable above a step."""

    stable: float = np.inf
    name: str = "stepped"
    order: int = 2
    tried: list[float] = field(default_factory=list)

    def run(self, h: float) -> tuple[float, np.ndarray]:
        self.tried.append(h)
        return 1e-3 / h, np.array([0.0, h**2 if h < self.stable else np.nan])


@pytest.mark.parametrize("stable", [np.inf, 2e-3])
def test_steps_are_as_long_as_the_error_allows(stable: float) -> None:
    peer = Stepped(stable)
    found = Descent(peer, 10.0, EXACT).reach(1e-6)
    assert found is not None and found.error <= 1e-6
    assert found.h > 0.8 * 1e-3


def test_a_descent_goes_on_where_it_was_and_ends_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(precision, "PATIENCE", 10.0)
    peer = Stepped()
    descent = Descent(peer, 10.0, EXACT)
    assert descent.reach(1e-6) is not None
    assert descent.reach(1e-12) is None  # h = 1e-6 takes a thousand seconds
    assert peer.tried == sorted(peer.tried, reverse=True)
    assert max(run.seconds for run in descent.runs) <= 10.0


def test_timer_takes_the_shortest(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([0.0, 0.3, 1.0, 1.2, 2.0, 2.5])
    monkeypatch.setattr(precision.time, "process_time", lambda: next(clock))
    assert best_of(lambda: None, repeats=3)() == pytest.approx(200.0)
