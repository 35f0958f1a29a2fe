"""J of a solid of revolution, from the integrals over its profile."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...contract import ModelError, option, parameter, register, value_of
from ...contract import axis as direction
from ...expr import cos, pi, sin
from ...spatial import frame_with_z
from .outlines import as_outline, integral, triangles
from .solid import Solid

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
