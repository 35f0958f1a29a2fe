"""Gaps of all pairs of surfaces against the least distance that an optimiser finds, and what each pair says of
itself."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from scipy.optimize import minimize

import linkwork as lw
from linkwork.contract import ContactSurface, value_of
from linkwork.elements.contacts.pairs import PAIR_RULES
from linkwork.elements.contacts.unilateral_contact import find_pair
from linkwork.expr import array
from linkwork.testing import check_element, examples_of
from linkwork.testing.constraints import rotation_by
from linkwork.testing.contact_examples import PAIRS

Solid = tuple[list[dict[str, Any]], list[tuple[float, float]], float]
"""Constraints and bounds of a convex core, and how far around it the solid reaches."""
WIDE = (-10.0, 10.0)


def round_in_plane(radius: float) -> dict[str, Any]:
    return {"type": "ineq", "fun": lambda x: radius**2 - x[0] ** 2 - x[1] ** 2}


def solid_of(surface: ContactSurface) -> Solid:
    """The set of points of a surface, in the words of an optimiser."""
    values = {name: value_of(x) for name, x in surface.values.items()}
    match surface.kind:
        case "SphereSurface":
            return [], [(0.0, 0.0)] * 3, values["radius"]
        case "CapsuleSurface":
            half = values["length"] / 2.0
            return [], [(0.0, 0.0), (0.0, 0.0), (-half, half)], values["radius"]
        case "BoxSurface":
            return [], [(-a / 2.0, a / 2.0) for a in values["size"]], 0.0
        case "CylinderSurface":
            half = values["length"] / 2.0
            return [round_in_plane(values["radius"])], [WIDE, WIDE, (-half, half)], 0.0
        case "DiscSurface":
            return [round_in_plane(values["radius"])], [WIDE, WIDE, (0.0, 0.0)], 0.0
        case "EllipsoidSurface":
            return [{"type": "ineq", "fun": lambda x: 1.0 - np.sum((x / values["radii"]) ** 2)}], [WIDE] * 3, 0.0
        case "HullSurface":
            return [], [], 0.0
    raise AssertionError(surface)


def least(surface: ContactSurface, cost: Callable[[np.ndarray], float]) -> float:
    """The least cost over a solid, less how far it reaches around its core."""
    if hasattr(surface, "points"):
        return min(cost(x) for x in np.asarray(value_of(surface.points)))
    constraints, bounds, around = solid_of(surface)
    starts = [np.zeros(3), np.full(3, 0.05), np.array([0.03, -0.05, 0.02])]
    found = [
        minimize(
            cost, x, method="SLSQP", bounds=bounds, constraints=constraints, options={"ftol": 1e-15, "maxiter": 500}
        )
        for x in starts
    ]
    return float(min(f.fun for f in found)) - around


def gaps(first: ContactSurface, second: ContactSurface, R: np.ndarray, p: np.ndarray) -> np.ndarray:
    pair = find_pair(first, second)
    assert pair is not None
    return np.asarray(value_of(array(pair.gap(R, p)).ravel()), dtype=float)


def poses(count: int = 6) -> list[tuple[np.ndarray, np.ndarray]]:
    rng = np.random.default_rng(4)
    return [(rotation_by(rng.normal(size=3)), rng.normal(size=3) + np.array([0.0, 0.0, 1.5])) for _ in range(count)]


def named(pair: tuple[ContactSurface, ContactSurface]) -> str:
    return "-".join(x.kind.removesuffix("Surface") for x in pair)


ON_PLANE = [pair for pair in PAIRS if pair[0].kind == "PlaneSurface"]
SPHERES = [p for p in PAIRS if p[1].kind == "SphereSurface" and p[0].kind != "PlaneSurface" and p[0].is_solid]


@pytest.mark.parametrize("pair", ON_PLANE, ids=named)
def test_the_gap_on_a_plane_is_the_height_of_the_lowest_point(pair: tuple[Any, Any]) -> None:
    plane, solid = pair
    for R, p in poses():
        lowest = least(solid, lambda x, R=R, p=p: float((p + R @ x)[2]))
        assert gaps(plane, solid, R, p).min() == pytest.approx(lowest, abs=1e-7)
        # In the other order the same: the plane stands elsewhere, seen from the solid.
        assert gaps(solid, plane, R.T, -R.T @ p).min() == pytest.approx(lowest, abs=1e-7)


@pytest.mark.parametrize("pair", SPHERES, ids=named)
def test_the_gap_of_a_sphere_is_the_distance_of_its_centre_less_its_radius(pair: tuple[Any, Any]) -> None:
    solid, sphere = pair
    for R, p in poses():
        near = least(solid, lambda x, p=p: float(np.linalg.norm(x - p))) - value_of(sphere.radius)
        assert gaps(solid, sphere, R, p)[0] == pytest.approx(near, abs=2e-7)
        assert gaps(sphere, solid, R.T, -R.T @ p)[0] == pytest.approx(near, abs=2e-7)


def outline(surface: Any, count: int = 4000) -> np.ndarray:
    """Points along a closed curve."""
    along = np.linspace(0.0, float(value_of(surface.curve.period)), count)
    return np.array([np.asarray(value_of(surface.curve.point(float(s)))) for s in along])


def test_circles_are_as_far_apart_as_their_nearest_points() -> None:
    one, other = (
        lw.OutlineSurface(lw.CircleCurve(0.2, (0.1, 0, 0))),
        lw.OutlineSurface(lw.CircleCurve(0.3, (0, 0.1, 0))),
    )
    R, p = lw.rotation_z(0.7), np.array([0.9, -0.4, 0.0])
    a, b = outline(one, 1500), outline(other, 1500) @ R.T + p
    nearest = np.linalg.norm(a[:, None] - b[None], axis=2).min()
    assert gaps(one, other, R, p)[0] == pytest.approx(nearest, abs=1e-5)


def test_a_pin_in_a_hole_has_the_room_of_its_nearest_point() -> None:
    hole, pin = lw.OutlineSurface(lw.CircleCurve(0.5), hollow=True), lw.OutlineSurface(lw.CircleCurve(0.2, (0.1, 0, 0)))
    R, p = lw.rotation_z(-0.4), np.array([0.05, 0.12, 0.0])
    room = 0.5 - np.linalg.norm((outline(pin) @ R.T + p)[:, :2], axis=1).max()
    assert gaps(hole, pin, R, p)[0] == pytest.approx(room, abs=1e-6)
    assert gaps(pin, hole, R.T, -R.T @ p)[0] == pytest.approx(room, abs=1e-6)


def test_a_circle_that_runs_clockwise_is_a_hole() -> None:
    clockwise = lw.OutlineSurface(lw.CircleCurve(0.5, axis="-z"))
    pin = lw.OutlineSurface(lw.CircleCurve(0.2))
    assert gaps(clockwise, pin, np.eye(3), np.array([0.1, 0.0, 0.0]))[0] == pytest.approx(0.2)


def test_the_solid_of_a_line_is_on_its_left() -> None:
    road = lw.OutlineSurface(lw.LineCurve("-x"))  # to the left: on the left is below
    roller = lw.OutlineSurface(lw.CircleCurve(0.2))
    assert gaps(road, roller, np.eye(3), np.array([3.0, 1.0, 0.0]))[0] == pytest.approx(0.8)
    ceiling = lw.OutlineSurface(lw.LineCurve("-x"), hollow=True)
    assert gaps(ceiling, roller, np.eye(3), np.array([3.0, -1.0, 0.0]))[0] == pytest.approx(0.8)


def test_points_in_a_hollow_sphere_and_on_the_face_of_a_box() -> None:
    tip = lw.PointsSurface(((0.1, 0.0, 0.0),))
    hollow = lw.SphereSurface(1.0, hollow=True)
    assert gaps(hollow, tip, np.eye(3), np.array([0.2, 0.4, 0.0]))[0] == pytest.approx(1.0 - np.hypot(0.3, 0.4))
    box = lw.BoxSurface((1.0, 0.6, 0.2), "-z")
    pair = find_pair(box, tip)
    assert pair is not None
    p = np.array([0.2, 0.25, -0.3])
    assert gaps(box, tip, np.eye(3), p)[0] == pytest.approx(0.2)
    # 0.3 of 0.5 along x, 0.25 of 0.3 along y: the nearest edge is 5 cm away.
    assert np.ravel(value_of(array(pair.within(np.eye(3), p))))[0] == pytest.approx(0.05)


def test_a_sphere_rolls_over_the_edge_of_a_box_without_a_leap() -> None:
    box, ball = lw.BoxSurface((1.0, 1.0, 1.0)), lw.SphereSurface(0.1)
    along = [gaps(box, ball, np.eye(3), np.array([x, 0.0, 0.65])) for x in np.linspace(0.4, 0.6, 401)]
    slopes = np.diff(np.ravel(along)) / 5e-4
    assert np.abs(np.diff(slopes)).max() < 5e-3 / 0.65 * 1.1


def test_every_rule_is_tried() -> None:
    used = {type(find_pair(*pair).rule) for pair in PAIRS}  # type: ignore[union-attr]
    assert used == {type(rule) for rule in PAIR_RULES}


@pytest.mark.parametrize("kind", [c for c in lw.registered().values() if issubclass(c, ContactSurface)])
def test_surfaces_conform(kind: type[ContactSurface]) -> None:
    for surface in examples_of(kind):
        check_element(surface)


@pytest.mark.parametrize(
    ("surface", "shape"),
    [
        (lw.PlaneSurface(), ("plane", ())),
        (lw.SphereSurface(0.3), ("sphere", (0.3,))),
        (lw.BoxSurface((1.0, 0.6, 0.2)), ("box", (0.5, 0.3, 0.1))),
        (lw.CapsuleSurface(0.1, 0.4), ("capsule", (0.1, 0.2))),
        (lw.CylinderSurface(0.1, lw.Parameter("l", 0.4)), ("cylinder", (0.1, 0.2))),
        (lw.DiscSurface(0.3), ("disc", (0.3,))),
        (lw.EllipsoidSurface((0.1, 0.2, 0.3)), ("ellipsoid", (0.1, 0.2, 0.3))),
        (lw.PointsSurface(np.eye(3)), ("hull", ())),
    ],
    ids=lambda x: getattr(x, "kind", ""),
)
def test_solids_are_known_to_what_detects_collisions(surface: ContactSurface, shape: tuple[str, Any]) -> None:
    found = surface.collision_shape()
    assert (found.kind, found.size) == shape
    assert (found.vertices is not None) == (found.kind == "hull")


def test_names_of_points() -> None:
    floor = lw.PlaneSurface()
    box = find_pair(floor, lw.BoxSurface((1.0, 1.0, 1.0)))
    assert box is not None
    assert box.names[:3] == ("corner ---", "corner --+", "corner -+-")
    assert find_pair(lw.CapsuleSurface(0.1, 1.0), floor).names == ("end -", "end +")  # type: ignore[union-attr]
    assert find_pair(floor, lw.CylinderSurface(0.1, 1.0)).names == ("rim -", "rim +")  # type: ignore[union-attr]
    assert find_pair(floor, lw.SphereSurface(0.1)).names == ()  # type: ignore[union-attr]
