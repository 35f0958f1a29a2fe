"""Thinned curves stay within their tolerance, and what can be left out is."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation, Slerp

from linkwork.views.thinning import FIRST_STRETCH, kept_poses, kept_values


@given(st.integers(0, 2**32 - 1), st.integers(1, 1500), st.floats(1e-6, 10.0))
def test_no_sample_is_farther_than_the_tolerance(seed: int, count: int, tolerance: float) -> None:
    rng = np.random.default_rng(seed)
    times = np.cumsum(rng.uniform(0.01, 1.0, count))
    values = np.cumsum(rng.normal(size=count))
    keep = kept_values(times, values, tolerance)
    assert keep[0] == 0
    assert keep[-1] == count - 1
    assert np.all(np.diff(keep) > 0)
    assert np.abs(np.interp(times, times[keep], values[keep]) - values).max() <= tolerance


def test_a_straight_line_needs_its_ends_only() -> None:
    times = np.linspace(0.0, 1.0, FIRST_STRETCH)
    assert list(kept_values(times, 3.0 * times + 1.0, 1e-12)) == [0, FIRST_STRETCH - 1]


def test_what_turns_is_kept() -> None:
    times = np.arange(7.0)
    values = np.array([0.0, 1.0, 2.0, 3.0, 2.0, 1.0, 0.0])
    assert list(kept_values(times, values, 1e-9)) == [0, 3, 6]


def test_a_gap_is_kept_and_so_is_what_is_around_it() -> None:
    times = np.arange(9.0)
    values = np.array([0.0, 0.0, 0.0, 0.0, np.nan, 0.0, 0.0, 0.0, 0.0])
    keep = kept_values(times, values, 1e-3)
    assert {3, 4, 5} <= set(keep.tolist())


@pytest.mark.parametrize("tolerance", [1e-2, 1e-3])
def test_points_of_bodies_stay_where_they_were(tolerance: float) -> None:
    """Poses interpolated as the viewer does it, against the poses that were given, at the points farthest out."""
    rng = np.random.default_rng(4)
    times, sizes = np.linspace(0.0, 3.0, 1501), np.array([0.5, 1.5])
    p = np.stack([np.sin(3 * times), np.cos(2 * times), times], axis=1)[:, None] * [[[1.0], [0.3]]]
    p = p.reshape(len(times), 2, 3)
    turns = [Rotation.from_rotvec(np.outer(np.sin(k * times) * 2.0, rng.normal(size=3))) for k in (1, 3)]
    e = np.stack([turn.as_quat(scalar_first=True) for turn in turns], axis=1)
    flips = np.where(np.sum(e[1:] * e[:-1], axis=2) < 0, -1.0, 1.0)
    e[1:] *= np.cumprod(flips, axis=0)[..., None]
    keep = kept_poses(times, p, e, sizes, tolerance)
    assert 10 < len(keep) < len(times) / 3
    corners = rng.normal(size=(20, 3))
    corners /= np.linalg.norm(corners, axis=1)[:, None]
    for body, turn in enumerate(turns):
        near = Slerp(times[keep], turn[keep])(times)
        place = np.stack([np.interp(times, times[keep], p[keep, body, k]) for k in range(3)], axis=1)
        for corner in corners * sizes[body]:
            off = place + near.apply(corner) - p[:, body] - turn.apply(corner)
            assert np.linalg.norm(off, axis=1).max() <= 1.1 * tolerance
