"""Contacts of the cases, each written as a user would, and bodies that move in a plane."""

from __future__ import annotations

import numpy as np

import linkwork as lw
from linkwork.contract import Contact


class BallOnFloor(Contact):
    """A ball above the plane z = 0 of the first end."""

    radius = lw.parameter(unit="m")

    def gap(self, rel, t):
        return rel.p[2] - self.radius

    def point(self, rel, t):
        return (rel.p[0], rel.p[1], rel.p[2] - self.radius)


class PointOnPlane(Contact):
    """The second end stays on that side of a plane of the first to which its normal points."""

    normal = lw.option(default=(0.0, 0.0, 1.0))
    height = lw.parameter(default=0.0, unit="m")

    def gap(self, rel, t):
        return sum(n * x for n, x in zip(self.normal, rel.p, strict=True)) - self.height


class Corners(Contact):
    """Points of the second body above the plane z = 0 of the first end."""

    corners = lw.option()

    def _places(self, rel):
        return [rel.p + rel.R @ np.array(corner) for corner in self.corners]

    def gap(self, rel, t):
        return [place[2] for place in self._places(rel)]

    def point(self, rel, t):
        return self._places(rel)

    @property
    def point_names(self):
        return tuple(f"corner {k + 1}" for k in range(len(self.corners)))


def planar_body(model: lw.Model, name: str, mass: float, inertia: float, hinge: str = "") -> lw.Body:
    """A body that moves in the plane of x (its `y` coordinate) and z (its `x` coordinate), turning about y."""
    body = model.body(name, mass=mass, inertia=(inertia, inertia, inertia))
    model.connect(hinge or f"{name} plane", lw.Planar("y"), model.ground.at(0, 0, 0), body.at(0, 0, 0))
    return body


def planar_values(
    hinge: str, x: float, z: float, turn: float = 0.0, vx: float = 0.0, vz: float = 0.0, rate: float = 0.0
) -> dict[str, float]:
    """The state of a planar body by names, turns counted from x to z."""
    return {
        f"{hinge}.y": x,
        f"{hinge}.x": z,
        f"{hinge}.angle": -turn,
        f"{hinge}.y_dot": vx,
        f"{hinge}.x_dot": vz,
        f"{hinge}.angle_dot": -rate,
    }
