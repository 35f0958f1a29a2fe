"""Gaps of all pairs of surfaces, against a search over directions and closed forms."""

from __future__ import annotations

from itertools import combinations_with_replacement

import numpy as np
import pytest
from scipy.spatial import ConvexHull

from linkwork.numerics.collision.detector import CollisionDetector, DetectedContact
from linkwork.numerics.collision.surfaces import GROUND_BODY, Surface
from tests.numerics.collision.shapes import KINDS, pose, separation, support, surface, true_gap

FLAT = np.array([1.0, 0.0, 0.0, 0.0])


def deepest(contacts: list[DetectedContact]) -> DetectedContact:
    return min(contacts, key=lambda contact: contact.gap)


@pytest.mark.few(4)
@pytest.mark.parametrize(("one", "two"), list(combinations_with_replacement(KINDS, 2)))
def test_gaps_of_pairs(one: str, two: str) -> None:
    rng = np.random.default_rng(KINDS.index(one) * 10 + KINDS.index(two))
    for trial in range(2):
        first, second = surface(one, 0, rng), surface(two, 1, rng)
        q = np.array([pose(rng, 0.0), pose(rng, 0.2 if trial % 2 else 0.6)])
        contact = deepest(CollisionDetector([first, second]).contacts(q, margin=10.0))
        normal = contact.normal if contact.first == 0 else -contact.normal
        assert np.linalg.norm(normal) == pytest.approx(1.0, abs=1e-12)
        wanted = true_gap(first, second, q, normal, rng)
        if one == two == "box" and wanted > 0.0:
            # Boxes far apart are told to be apart, along one of their axes.
            assert 0.0 < contact.gap <= wanted + 1e-8
            continue
        assert contact.gap == pytest.approx(wanted, abs=1e-8)
        # The normal is the direction of that gap: nearly farthest there.
        assert separation(first, second, q, normal) == pytest.approx(wanted, abs=1e-7)


@pytest.mark.parametrize("kind", KINDS)
def test_gaps_to_a_plane(kind: str) -> None:
    rng = np.random.default_rng(KINDS.index(kind))
    for _ in range(5):
        body, tilt = surface(kind, 0, rng), pose(rng, 0.3)
        plane = Surface("plane", GROUND_BODY, position=tilt[4:], rotation=_rotation(tilt))
        n, q = _rotation(tilt)[:, 2], pose(rng, 0.5)
        contact = deepest(CollisionDetector([plane, body]).contacts(q, margin=10.0))
        assert contact.gap == pytest.approx(n @ (support(body, q, -n) - tilt[4:]), abs=1e-12)
        assert np.allclose(contact.normal, n, atol=1e-12)


def _rotation(q: np.ndarray) -> np.ndarray:
    a, b, c, d = q[:4]
    return np.array(
        [
            [a * a + b * b - c * c - d * d, 2 * (b * c - a * d), 2 * (b * d + a * c)],
            [2 * (b * c + a * d), a * a - b * b + c * c - d * d, 2 * (c * d - a * b)],
            [2 * (b * d - a * c), 2 * (c * d + a * b), a * a - b * b - c * c + d * d],
        ]
    )


def flat(x: float, y: float, z: float) -> np.ndarray:
    return np.concatenate([FLAT, [x, y, z]])


CUBE = np.array([(x, y, z) for x in (-1.0, 1.0) for y in (-1.0, 1.0) for z in (-1.0, 1.0)])


@pytest.mark.parametrize("upper", ["box", "hull", "cylinder", "capsule"])
@pytest.mark.parametrize("lower", ["box", "hull"])
def test_faces_that_lie_on_each_other_touch_with_corners(lower: str, upper: str) -> None:
    half = (0.3, 0.2, 0.1)

    def made(kind: str, body: int) -> Surface:
        if kind == "hull":
            return Surface("hull", body, vertices=CUBE * half)
        if kind == "capsule":
            turn = np.array([[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
            return Surface("capsule", body, (0.1, 0.2), rotation=turn)
        return Surface(kind, body, half if kind == "box" else (0.15, 0.1))

    q = np.array([flat(0.0, 0.0, 0.0), flat(0.2, 0.1, 0.2 + 1e-4)])
    contacts = CollisionDetector([made(lower, 0), made(upper, 1)]).contacts(q, margin=1e-2)
    assert len(contacts) == (2 if upper == "capsule" else 4)
    assert len({contact.feature for contact in contacts}) == len(contacts)
    for contact in contacts:
        up = contact.normal if contact.first == 0 else -contact.normal
        assert contact.gap == pytest.approx(1e-4, abs=1e-12)
        assert np.allclose(up, [0.0, 0.0, 1.0], atol=1e-9)
        assert contact.point[2] == pytest.approx(0.1 + 0.5e-4, abs=1e-9)
    if upper in ("box", "hull"):
        spots = sorted((round(c.point[0], 6), round(c.point[1], 6)) for c in contacts)
        assert np.allclose(spots, [(-0.1, -0.1), (-0.1, 0.2), (0.3, -0.1), (0.3, 0.2)], atol=1e-5)


def test_eight_corners_are_reduced_to_four_that_span_them() -> None:
    turn = np.array([np.cos(np.pi / 8), 0.0, 0.0, np.sin(np.pi / 8)])
    q = np.array([flat(0.0, 0.0, 0.0), np.concatenate([turn, [0.0, 0.0, 0.2]])])
    shapes = [Surface("box", 0, (0.2, 0.2, 0.1)), Surface("box", 1, (0.2, 0.2, 0.1))]
    points = np.array([c.point for c in CollisionDetector(shapes).contacts(q, margin=1e-3)])
    assert len(points) == 4
    # The centre is inside of what they span.
    angles = np.sort(np.arctan2(points[:, 1], points[:, 0]))
    assert np.diff(np.append(angles, angles[0] + 2.0 * np.pi)).max() < np.pi - 0.1


def test_features_stay_the_same_under_small_motion() -> None:
    rng = np.random.default_rng(3)
    shapes = [Surface("box", 0, (0.3, 0.2, 0.1)), Surface("box", 1, (0.3, 0.2, 0.1))]
    detector = CollisionDetector(shapes)
    names = None
    for _ in range(20):
        q = np.array([flat(0.0, 0.0, 0.0), flat(*(np.array([0.1, 0.05, 0.2]) + 1e-6 * rng.normal(size=3)))])
        found = {contact.name for contact in detector.contacts(q, margin=1e-3)}
        assert names is None or found == names
        names = found
    assert names is not None and len(names) == 4


def test_a_wrong_surface_is_told() -> None:
    with pytest.raises(ValueError, match=r"'crate': a box has 3 positive sizes, not \(0.1,\)"):
        Surface("box", 0, (0.1,), name="crate")
    with pytest.raises(ValueError, match="'ball': 'blob' is not a kind of surface; plane, sphere"):
        Surface("blob", 0, name="ball")
    with pytest.raises(ValueError, match="vertices are given for hulls, and only for them"):
        Surface("hull", 0, name="rock")


def test_a_first_polytope_needs_directions_off_the_axes() -> None:
    """Along ±x and ±y a spindle across both axes has two support points only; the depth is that of A − B as a hull."""
    spindle = np.array([(1, 1, 0), (-1, -1, 0), (0, 0, 0.3), (0, 0, -0.3), (0.2, -0.2, 0), (-0.2, 0.2, 0)], dtype=float)
    surfaces = [Surface("hull", body, vertices=spindle) for body in (0, 1)]
    contact = deepest(CollisionDetector(surfaces).contacts(np.array([flat(0, 0, 0), flat(0, 0, 0)]), margin=1.0))
    differences = (spindle[:, None] - spindle).reshape(-1, 3)
    assert contact.gap == pytest.approx(ConvexHull(differences).equations[:, 3].max(), abs=1e-9)
