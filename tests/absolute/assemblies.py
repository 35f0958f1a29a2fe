"""Assemblies that hold a body: hinges in a row, hinges and rows beside each other, a node without mass."""

from __future__ import annotations

from typing import Any

import linkwork as lw

LENGTH = 0.8


class BallBar(lw.Assembly):
    """A bar between two ball joints, whose spin moves neither end."""

    nodes = ("near", "far")

    def parts(self) -> Any:
        bar = (lw.Fixed((LENGTH, 0.0, 0.0)), "near", "far")
        return {"ball": (lw.Spherical(), 0, "near"), "bar": bar, "socket": (lw.Spherical(), "far", 1)}


class OnRing(lw.Assembly):
    """A plane and a wire in it: a hinge and a constraint on its coordinates."""

    def parts(self) -> Any:
        return {"plane": (lw.Planar(), 0, 1), "wire": (lw.PointOnCurve(lw.CircleCurve(0.7)), 0, 1)}


class Sledge(lw.Assembly):
    """A plane and a skate beside each other."""

    def parts(self) -> Any:
        return {"plane": (lw.Planar(), 0, 1), "skate": (lw.KnifeEdge(), 0, 1)}


class Beside(lw.Assembly):
    """A spring and a damper between the same ends."""

    def parts(self) -> Any:
        return {"spring": (lw.Spring(30.0, 0.4), 0, 1), "damper": (lw.Damper(0.8), 0, 1)}


class Strut(lw.Assembly):
    """A spring and a damper one behind the other, and a spring beside both: a node without mass is a state."""

    nodes = ("piston",)
    straight = True

    def parts(self) -> Any:
        row = {"spring": (lw.Spring(100.0, 0.5), 0, "piston"), "damper": (lw.Damper(5.0), "piston", 1)}
        return {**row, "beside": (lw.Spring(40.0, 0.9), 0, 1)}


def hung(element: lw.Element) -> lw.Model:
    """A body on an element."""
    m = lw.Model("hung", gravity=(0.4, 0.2, -9.81))
    body = m.body("body", mass=2.0, com=(0.1, 0.05, 0), inertia=(0.1, 0.2, 0.25))
    m.connect("link", element, m.ground, body.at(0, 0, 0.1))
    return m
