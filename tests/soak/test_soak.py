"""The soak itself: what it counts, that it ends, that failures come back by their seeds, an attempt of each class."""

import numpy as np
import pytest

from tests.soak.__main__ import CLASSES, main
from tests.soak.runner import Unavailable, soak, summary


def ticks(step: float):
    """A clock that goes on by `step` whenever it is read."""
    now = iter(np.arange(0.0, 1e4, step))
    return lambda: float(next(now))


def test_it_ends_when_the_time_is_over_and_classes_share_it() -> None:
    seen: list[str] = []
    classes = [("one", lambda rng: seen.append("one")), ("two", lambda rng: seen.append("two"))]
    tallies = soak(classes, 1, 10.0, clock=ticks(1.0))
    assert seen == ["one", "two", "one", "two", "one"]
    assert [tally.tried for tally in tallies] == [3, 2]


def test_failures_are_told_with_the_numbers_that_bring_them_back() -> None:
    drawn: dict[float, None] = {}

    def attempt(rng: np.random.Generator) -> None:
        value = float(rng.random())
        drawn[value] = None
        assert value < 0.5, f"drew {value}"

    said: list[str] = []
    (tally,) = soak([("halves", attempt)], 7, 1e9, most=20, say=said.append)
    assert 0 < len(tally.failed) < tally.tried == 20
    assert len(drawn) == 20
    assert said == [f"FAILED {failure}" for failure in tally.failed]
    name, place, what = said[0].removeprefix("FAILED ").split(" ", 2)
    assert (name, what[:14]) == ("halves", "AssertionError")
    number = int(place.strip(":").split(":")[1])
    (again,) = soak([("halves", attempt)], 7, 1e9, first=number, most=1, say=said.append)
    assert again.failed == tally.failed[:1]
    assert len(drawn) == 20


def test_a_peer_that_is_missing_is_named_and_costs_nothing() -> None:
    def attempt(rng: np.random.Generator) -> None:
        raise Unavailable("nobody is there")

    tallies = soak([("peer", attempt)], 1, 1e9)
    assert "nobody is there" in summary(tallies, 1)
    assert not tallies[0].failed


@pytest.mark.parametrize("name", [name for name, _ in CLASSES])
def test_an_attempt_of_each_class(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--minutes", "1000", "--seed", "2", "--only", name, "--attempt", "0"]) == 0
    assert "seed 2; an attempt again: python -m tests.soak --seed 2 --only" in capsys.readouterr().out
