"""Two boxes as a formula: the gap of the features that meet first is that of the detection of collisions."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw
from linkwork.contract.parameters import value_of
from linkwork.elements.contacts.pairs.boxes import BoxOnBox
from linkwork.expr import array
from linkwork.numerics.collision.detector import CollisionDetector
from linkwork.numerics.collision.surfaces import Surface
from linkwork.spatial import euler_parameters
from linkwork.testing.constraints import rotation_by

RULE = BoxOnBox()


def gaps(a: np.ndarray, b: np.ndarray, R: np.ndarray, p: np.ndarray) -> np.ndarray:
    """Of all features: beyond their ends at least the distance from these."""
    boxes = lw.BoxSurface(tuple(a)), lw.BoxSurface(tuple(b))
    gap, inside = (np.asarray(value_of(array(f(*boxes, R, p))), dtype=float) for f in (RULE.gap, RULE.within))
    return np.maximum(gap, -inside)


def detector(a: np.ndarray, b: np.ndarray) -> CollisionDetector:
    return CollisionDetector([Surface("box", -1, tuple(0.5 * a)), Surface("box", 0, tuple(0.5 * b))])


@pytest.mark.few(2)
@pytest.mark.parametrize("seed", range(6))
def test_boxes_touch_where_detection_says(seed: int) -> None:
    """Along a random way the boxes are brought together; just before and behind, gaps agree."""
    rng = np.random.default_rng(seed)
    a, b = rng.uniform(0.1, 1.0, (2, 3))
    R, way = rotation_by(rng.normal(size=3)), rng.normal(size=3)
    way /= np.linalg.norm(way)
    found, e = detector(a, b), euler_parameters(R)
    inside, outside = 0.0, 3.0
    for _ in range(60):
        middle = 0.5 * (inside + outside)
        touches = bool(found.contacts([[*e, *(middle * way)]]))
        inside, outside = (middle, outside) if touches else (inside, middle)
    for off in (-1e-5, 1e-5):
        place = (inside + off) * way
        nearest = min(contact.gap for contact in found.contacts([[*e, *place]], 1e-3))
        assert gaps(a, b, R, place).min() == pytest.approx(nearest, abs=1e-9)


def touching(a: tuple[float, ...], b: tuple[float, ...], R: np.ndarray, p: tuple[float, ...]) -> set[str]:
    found = gaps(np.array(a), np.array(b), R, np.array(p))
    names = RULE.names(lw.BoxSurface(a), lw.BoxSurface(b))
    return {name for name, gap in zip(names, found, strict=True) if abs(gap) < 1e-12}


def test_a_plank_across_a_beam_touches_with_four_crossings() -> None:
    names = touching((2.0, 0.2, 0.2), (0.4, 2.0, 0.1), np.eye(3), (0.3, 0.1, 0.15))
    assert names == {f"edges xy {one}{two}" for one in "+-" for two in "+-"}


def test_a_small_box_on_a_large_one_stands_on_its_corners() -> None:
    names = touching((2.0, 2.0, 0.2), (0.4, 0.4, 0.4), lw.rotation_z(0.3), (0.3, 0.1, 0.3))
    assert names == {f"corner {x}{y}- of second" for x in "+-" for y in "+-"}


def test_boxes_of_one_size_in_a_stack_touch_with_all_corners() -> None:
    names = touching((1.0, 1.0, 1.0), (1.0, 1.0, 1.0), np.eye(3), (0.0, 0.0, 1.0))
    assert {name for name in names if name.startswith("corner")} == {
        *(f"corner {x}{y}- of second" for x in "+-" for y in "+-"),
        *(f"corner {x}{y}+ of first" for x in "+-" for y in "+-"),
    }


def test_boxes_beside_each_other_are_apart_however_their_edges_lie() -> None:
    """Lines along edges may cross far from the boxes, and behind them."""
    rng = np.random.default_rng(0)
    for _ in range(5):
        R, way = rotation_by(rng.normal(size=3)), rng.normal(size=3)
        place = 2.0 * way / np.linalg.norm(way)
        assert gaps(np.array([1.0, 0.2, 0.6]), np.array([0.5, 0.9, 0.3]), R, place).min() > 0.0
