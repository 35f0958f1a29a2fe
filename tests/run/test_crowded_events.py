"""Events that come by the thousand: told while the run goes on, and at a cost that does not grow with their number."""

from types import SimpleNamespace

import pytest

import linkwork as lw
from linkwork.results.trajectory import Occurrence
from linkwork.run.event_log import ENDLESS_EVENTS, EventLog


def dropped(height: float, count: int, t_end: float) -> lw.Trajectory:
    """A body that is put back by a hair whenever it has fallen by it."""
    m = lw.Model("ball", gravity=(0, 0, -9.81), silence="unheld")
    m.body("ball", lw.Sphere(0.1, mass=1.0))
    back = lw.Event("back", "ball.position.z", action=lambda _, state: {"ball (free).z": height}, direction="falling")
    enough = lw.Event("enough", "ball.position.z", direction="falling", terminal=True, count=count)
    start = {"ball (free).z": height}
    return lw.simulate(lw.compile_model(m), start, t_end, events=[back, enough])


def test_an_event_that_crowds_is_told_while_the_run_goes_on() -> None:
    """Thrown back by 1e-6 m at growing speed: 1000 events take √(2·1e-3/9.81) = 14 ms of 10 s."""
    with pytest.warns(
        UserWarning, match=r"event 'back' has happened 1000 times by t = 0\.01428.*farther away from zero"
    ):
        run = dropped(1e-6, 1010, 10.0)
    assert run.t[-1] == pytest.approx((2.0 * 1010e-6 / 9.81) ** 0.5, rel=1e-3)
    assert any("has happened 1000 times" in note for note in run.certificate.notes)


def test_events_that_end_soon_are_not_told() -> None:
    run = dropped(1e-6, 1010, 0.02)
    assert not any("has happened" in note for note in run.certificate.notes)


class Counted(list):
    """A list that counts how many of its entries are looked at."""

    seen = 0

    def __reversed__(self):
        for entry in super().__reversed__():
            self.seen += 1
            yield entry

    def __iter__(self):
        for entry in super().__iter__():
            self.seen += 1
            yield entry


def test_looking_for_endless_events_reads_the_last_ones_alone() -> None:
    log = EventLog((), 0.0)
    log.occurrences = Counted(Occurrence(float(k), "e") for k in range(10_000))
    assert not log.is_stuck
    assert log.occurrences.seen <= ENDLESS_EVENTS + 1
    log.occurrences = Counted(Occurrence(1.0 + 1e-12 * k, "e") for k in range(50))
    assert log.is_stuck


def test_the_pace_is_looked_at_once() -> None:
    log = EventLog((), 0.0)
    event = SimpleNamespace(name="e", acts=True)
    said = []
    for k in range(1, 3000):
        log.counts["e"] = k
        said.append(log.crowd(event, 1e-5 * k, 10.0))
    assert [k for k, sentence in enumerate(said, start=1) if sentence] == [1000]
