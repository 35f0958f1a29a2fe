"""Isolation of sign changes: a short excursion above zero is seen wherever a step begins and ends."""

import numpy as np
import pytest

from linkwork.numerics.integrators.root_isolation import SIGNS_OPEN, judged, make_pieces, next_piece


def is_seen(begin: float, end: float, rise: float, fall: float) -> bool:
    """Whether a piece ends between the two sign changes of min(t − rise, fall − t) on a step."""
    pieces, i, depth = make_pieces(1), 0, 0
    while i < 1 or depth > 0:
        t = begin + (end - begin) * (i + pieces.nodes) * 0.5**depth
        pieces.g[:, 0] = np.minimum(t - rise, fall - t)
        is_open = judged(pieces, 0, depth, 1) == SIGNS_OPEN
        if not is_open and t[0] < rise and fall < t[-1]:
            return False
        i, depth = next_piece(i, depth, is_open)
    return True


@pytest.mark.parametrize("width", [1e-4, 1e-6, 1e-8])
def test_corners_beside_the_ends_of_pieces_are_seen(width: float) -> None:
    rng = np.random.default_rng(1)
    places = zip(rng.uniform(0.9, 1.23, 60), rng.uniform(1.25, 2.2, 60), strict=True)
    assert all(is_seen(begin, end, 1.23456, 1.23456 + width) for begin, end in places)
