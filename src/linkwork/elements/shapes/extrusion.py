"""J of a prism on any outline, from the integrals over its outline."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np

from ...contract import ContactSurface, HullSurface, ModelError, option, parameter, register, value_of
from ...contract import axis as direction
from ...spatial import Pose, frame_with_z
from .outlines import as_outline, integral, triangles
from .solid import Solid


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
