"""On which side of zero events are after a jump."""

from __future__ import annotations

import numpy as np

from linkwork.run.event_log import ROUNDINGS, sides_after


def test_margins_that_are_below_zero_by_rounding_count_as_positive() -> None:
    """A point that parts so slowly that rounding hides it comes back: its margin has to be seen to fall."""
    rounding = np.array([1e-3, 1e-3, 1e-3, 0.0])
    now = np.array([-6e-3, -2.0 * ROUNDINGS * 1e-3, 5.0, -6e-3])
    sides = sides_after(now, np.zeros(4), np.zeros(4), (), range(4), rounding)
    np.testing.assert_array_equal(sides, [1.0, 0.0, 1.0, 0.0])
    # Events of users have no margins: below zero is below zero.
    assert sides_after(now[:1], np.zeros(1), np.zeros(1), (), (), rounding[:1])[0] == -1.0
