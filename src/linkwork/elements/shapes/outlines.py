"""Closed outlines in a plane: integrals over what is inside, triangles that fill it, prisms, solids of revolution."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np

from ...contract import ContactSurface, HullSurface, ModelError, option, parameter, register, value_of
from ...contract import axis as direction
from ...expr import cos, pi, sin
from ...spatial import Pose, frame_with_z
from .solids import Solid

# Gauss's rule of three points: exact on an edge up to the fifth degree.
_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(3)


def as_outline(given: Any) -> np.ndarray:
    """Corners (n × 2) of a closed outline, counterclockwise whichever way they were given."""
    points = np.array(given, dtype=float)
    if points.ndim != 2 or points.shape[1] != 2 or len(points) < 3 or not np.isfinite(points).all():
        raise ModelError(f"needs at least three rows of two finite numbers, has shape {points.shape}")
    area, size = integral(points, 0, 0), float(np.ptp(points, axis=0).max())
    if abs(area) <= 1e-12 * size**2:
        raise ModelError("encloses no area")
    points = points if area > 0 else points[::-1].copy()
    points.flags.writeable = False
    return points


def integral(outline: np.ndarray, m: int, n: int) -> float:
    """∫ xᵐ yⁿ dA inside a polygon for m + n ≤ 3: by Green's theorem ∮ xᵐ⁺¹ yⁿ/(m + 1) dy."""
    middle, half = (outline + np.roll(outline, -1, 0)) / 2.0, (np.roll(outline, -1, 0) - outline) / 2.0
    x, y = (middle[:, k, None] + half[:, k, None] * _NODES for k in range(2))
    return float((x ** (m + 1) * y**n * _WEIGHTS * half[:, 1:]).sum() / (m + 1))


def triangles(outline: np.ndarray, holes: tuple[np.ndarray, ...]) -> np.ndarray:
    """Corner numbers (n × 3) of triangles that fill an outline with holes, by cutting off ears; corners are numbered
    through outline and holes.
    """
    points = np.concatenate([outline, *holes])
    ring, first = [*range(len(outline))], len(outline)
    starts = []
    for hole in holes:
        starts.append((first, len(hole)))
        first += len(hole)
    # A hole is joined by a cut to the nearest corner that it sees; the one that reaches farthest right comes first.
    for begin, count in sorted(starts, key=lambda s: -points[s[0] : s[0] + s[1], 0].max()):
        inner = [*range(begin, begin + count)][::-1]
        at = max(range(count), key=lambda k: points[inner[k], 0])
        inner = inner[at:] + inner[: at + 1]
        tip = points[inner[0]]
        for k in sorted(range(len(ring)), key=lambda k: float(np.linalg.norm(points[ring[k]] - tip))):
            if _is_seen(points, ring, ring[k], tip) and _opens_to(points, ring, k, tip):
                break
        ring = ring[: k + 1] + inner + ring[k:]
    return np.array(_ears(points, ring))


def _turn(a: np.ndarray, b: np.ndarray, c: np.ndarray) -> Any:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _is_seen(points: np.ndarray, ring: list[int], corner: int, tip: np.ndarray) -> bool:
    """Whether no edge of the ring lies between a corner of it and a point."""
    p = points[corner]
    for j, k in zip(ring, ring[1:] + ring[:1], strict=True):
        a, b = points[j], points[k]
        if corner in (j, k) or (p == a).all() or (p == b).all():
            continue
        if _turn(a, b, p) * _turn(a, b, tip) <= 0 and _turn(p, tip, a) * _turn(p, tip, b) <= 0:
            return False
    return True


def _opens_to(points: np.ndarray, ring: list[int], k: int, tip: np.ndarray) -> bool:
    """Whether a point lies inside the angle of the ring at its k-th corner."""
    before, p, after = (points[ring[j % len(ring)]] for j in (k - 1, k, k + 1))
    left, right = _turn(p, after, tip) > 0, _turn(p, tip, before) > 0
    return (left and right) if _turn(before, p, after) > 0 else (left or right)


def _ears(points: np.ndarray, ring: list[int]) -> list[tuple[int, int, int]]:
    found, left = [], list(ring)
    while len(left) > 3:
        for k in range(len(left)):
            i, j, n = left[k - 1], left[k], left[(k + 1) % len(left)]
            a, b, c = points[[i, j, n]]
            if _turn(a, b, c) <= 0:
                continue
            others = points[[m for m in left if m not in (i, j, n)]].T
            inside = (_turn(a, b, others) >= 0) & (_turn(b, c, others) >= 0) & (_turn(c, a, others) >= 0)
            # Corners that a cut has doubled stand on an ear's own corners, and in no way of it.
            same = [(corner == others.T).all(axis=1) for corner in (a, b, c)]
            if not (inside & ~np.logical_or.reduce(same)).any():
                break
        else:
            # Nothing but flat corners is left.
            k = min(
                range(len(left)), key=lambda k: abs(_turn(*points[[left[k - 1], left[k], left[(k + 1) % len(left)]]]))
            )
        found.append((left[k - 1], left[k], left[(k + 1) % len(left)]))
        del left[k]
    return [*found, (left[0], left[1], left[2])]


def as_outlines(given: Any) -> tuple[np.ndarray, ...]:
    """Several outlines."""
    if not isinstance(given, Sequence) or isinstance(given, str):
        raise ModelError("needs a list of outlines")
    return tuple(as_outline(one) for one in given)


@register
class Extrusion(Solid):
    """J_z = m ∫ (x² + y²) dA/A: a prism of `length` on an `outline` in the xy plane, centred along `axis` (z).

    `outline` are corners (n × 2), `holes` are outlines inside of it. Turned to another axis, x and y of the outline are
    those of the frame with its z along the axis. Corners that lie close together draw a curve.
    """

    outline = option(convert=as_outline, doc="corners")
    length = parameter(unit="m", check="positive", doc="l")
    axis = direction("z")
    holes = option(default=(), convert=as_outlines, doc="outlines of holes")

    @classmethod
    def link(cls, length: float, radius: float, thickness: float, bore: float = 0.0, **more: Any) -> Extrusion:
        """A flat bar with round ends about 0 and (length, 0), with eyes of radius `bore` there where that is given."""
        turn = np.linspace(-np.pi / 2, np.pi / 2, 9)[:, None]
        end = np.hstack([np.cos(turn), np.sin(turn)])
        outline = np.concatenate([(length, 0.0) + radius * end, -radius * end])
        eyes = (
            [np.array((x, 0.0)) + bore * np.concatenate([end[:-1], -end[:-1]]) for x in (0.0, length)] if bore else []
        )
        return cls(outline, thickness, holes=eyes, **more)

    def validate(self) -> None:
        """Something is left beside the holes."""
        super().validate()
        if self._moment(0, 0) <= 0.0:
            raise ModelError(f"{self.kind}: the holes leave nothing of the outline.")

    def _moment(self, m: int, n: int) -> float:
        return integral(self.outline, m, n) - sum(integral(hole, m, n) for hole in self.holes)

    @cached_property
    def section(self) -> tuple[float, np.ndarray, np.ndarray]:
        """Area, centre, and second moments of unit area about the centre."""
        area = self._moment(0, 0)
        centre = np.array([self._moment(1, 0), self._moment(0, 1)]) / area
        xx, xy, yy = (self._moment(*powers) / area for powers in ((2, 0), (1, 1), (0, 2)))
        return area, centre, np.array([[xx, xy], [xy, yy]]) - np.outer(centre, centre)

    def volume(self) -> Any:
        """V = A l."""
        return self.section[0] * self.length

    def centre(self) -> Any:
        """The centre of the outline, in the middle of the length."""
        return frame_with_z(self.axis) @ np.append(self.section[1], 0.0)

    def gyration(self) -> Any:
        """J for unit mass."""
        (xx, xy), (_, yy) = self.section[2]
        along, R = self.length**2 / 12.0, frame_with_z(self.axis)
        return R @ np.array([[yy + along, -xy, 0.0], [-xy, xx + along, 0.0], [0.0, 0.0, xx + yy]]) @ R.T

    def outside(self) -> tuple[ContactSurface, Pose]:
        """The convex hull of its corners."""
        return HullSurface(self._corners()), Pose(frame_with_z(self.axis))

    def _corners(self) -> np.ndarray:
        flat = np.concatenate([self.outline, *self.holes])
        half = float(value_of(self.length)) / 2.0
        return np.concatenate([np.column_stack([flat, np.full(len(flat), z)]) for z in (-half, half)])

    def primitives(self) -> list[dict[str, Any]]:
        """Triangles, turned to the axis."""
        caps = triangles(self.outline, self.holes)
        rings, first = [], 0
        for k, ring in enumerate((self.outline, *self.holes)):
            a = np.arange(first, first + len(ring))
            b = np.roll(a, -1)
            rings.append((a, b) if k == 0 else (b, a))
            first += len(ring)
        sides = [
            np.concatenate([np.stack(x, 1) for x in ((a, b, b + first), (a, b + first, a + first))]) for a, b in rings
        ]
        faces = np.concatenate([caps[:, ::-1], caps + first, *sides])
        return [{"kind": "mesh", "vertices": self._corners(), "faces": faces, "rotation": frame_with_z(self.axis)}]


PIECES = 48
"""Of a whole circle, as it is drawn."""


def as_profile(given: Any) -> np.ndarray:
    """An outline on one side of the axis."""
    points = as_outline(given)
    if points[:, 0].min() < 0.0:
        raise ModelError(f"crosses the axis: a radius is {points[:, 0].min():g}; radii must not be negative")
    return points


@register
class Revolution(Solid):
    """J_a = m ∫ r³ dA/∫ r dA: what a `profile` sweeps that turns about `axis`; all round, or through an `angle` φ.

    `profile` are corners (n × 2) of a closed outline, each a radius and a height along the axis. A part of a turn lies
    on both sides of the x axis of the frame with its z along the axis, and shows the profile on its two cuts.
    """

    profile = option(convert=as_profile, doc="corners: radius, height")
    axis = direction("z")
    angle = parameter(unit="rad", default=2 * np.pi, check="positive", doc="φ, through which it turns")

    def validate(self) -> None:
        """At most one turn."""
        super().validate()
        if value_of(self.angle) > 2 * np.pi + 1e-12:
            raise ModelError(f"{self.kind}: angle is {value_of(self.angle):g} rad; a whole turn is 2π.")

    def volume(self) -> Any:
        """V = φ ∫ r dA."""
        return self.angle * integral(self.profile, 1, 0)

    def _offset(self) -> tuple[Any, Any, Any]:
        """x and z of the centre in the frame of the profile, and the mean of x z."""
        area = integral(self.profile, 1, 0)
        side = 2.0 * sin(self.angle / 2.0) / self.angle
        means = integral(self.profile, 2, 0), integral(self.profile, 1, 1), integral(self.profile, 2, 1)
        return side * means[0] / area, means[1] / area, side * means[2] / area

    def centre(self) -> Any:
        """On the axis, or beside it where a part of the turn is missing."""
        x, z, _ = self._offset()
        R = frame_with_z(self.axis)
        return R[:, 0] * x + R[:, 2] * z

    def gyration(self) -> Any:
        """J for unit mass: ⟨r²⟩ is shared between x and y by the angle."""
        x, z, mixed = self._offset()
        area = integral(self.profile, 1, 0)
        square, height = integral(self.profile, 3, 0) / area, integral(self.profile, 1, 2) / area
        share = sin(self.angle) / self.angle / 2.0
        xx, yy, zz = square * (0.5 + share) - x * x, square * (0.5 - share), height - z * z
        xz = mixed - x * z
        R = frame_with_z(self.axis)
        ex, ey, ez = (np.outer(R[:, k], R[:, k]) for k in range(3))
        across = np.outer(R[:, 0], R[:, 2])
        return ex * (yy + zz) + ey * (xx + zz) + ez * (xx + yy) - (across + across.T) * xz

    def primitives(self) -> list[dict[str, Any]]:
        """Triangles, turned to the axis."""
        angle, count = float(value_of(self.angle)), len(self.profile)
        whole = angle > 2 * pi - 1e-9
        pieces = max(3, round(PIECES * angle / (2 * pi)))
        turns = angle * (np.arange(pieces if whole else pieces + 1) / pieces - 0.5)
        r, z = self.profile.T
        rings = [np.column_stack([r * cos(float(a)), r * sin(float(a)), z]) for a in turns]
        faces = []
        for k in range(pieces):
            a, b = np.arange(count) + k * count, np.arange(count) + (k + 1) % len(turns) * count
            # What lies on the axis has no width.
            out, ahead = r > 0, np.roll(r > 0, -1)
            faces += [np.stack([a, b, np.roll(b, -1)], 1)[out], np.stack([a, np.roll(b, -1), np.roll(a, -1)], 1)[ahead]]
        if not whole:
            cut = triangles(self.profile, ())
            faces += [cut[:, ::-1] + pieces * count, cut]
        shown = {"vertices": np.concatenate(rings), "faces": np.concatenate(faces)}
        return [{"kind": "mesh", **shown, "rotation": frame_with_z(self.axis)}]
