"""No impact is missed: throws and swings with closed forms, by every method that finds events, at any tolerance."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from tests.contact_throws import EVENT_METHODS, Drawn, draw, swing_missed, swings, throw_missed, throws


def judged(method: str, count: int) -> Iterator[tuple[Any, Drawn, str, int]]:
    """So many throws and so many swings, one after the other."""
    rng = np.random.default_rng(list(method.encode()))
    for throw in throws(count, int(rng.integers(1 << 30))):
        drawn = draw(method, throw.duration, rng)
        yield throw, drawn, *throw_missed(throw, drawn)
    for swing in swings(count, int(rng.integers(1 << 30))):
        drawn = draw(method, 1.0 / swing.rate, rng)
        yield swing, drawn, *swing_missed(swing, drawn)


def assert_none_missed(method: str, count: int) -> None:
    compared = 0
    for motion, drawn, said, met in judged(method, count):
        assert not said, (motion, drawn, said)
        compared += met
    # Both kinds have four impacts or five in the mean.
    assert compared > 5 * count, "most impacts must be such that errors cannot take them away"


@pytest.mark.few(2)
@pytest.mark.parametrize("method", EVENT_METHODS)
def test_no_impact_of_throws_and_swings_is_missed(method: str) -> None:
    assert_none_missed(method, 10 if method == "bdf" else 20)


@pytest.mark.slow
@pytest.mark.parametrize("method", EVENT_METHODS)
def test_none_of_ten_thousand_is_missed(method: str) -> None:
    """1250 by each of eight, one half throws and one half swings."""
    assert_none_missed(method, 625)
