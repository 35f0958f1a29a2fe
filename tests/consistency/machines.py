"""A four-bar with a knife edge."""

from __future__ import annotations

from typing import Any

import linkwork as lw


def four_bar(size: float = 1.0, **given: Any) -> lw.Model:
    """A crank, a coupler and a rocker; `size` scales all lengths."""
    m = lw.Model("four-bar")
    lengths = {"crank": 0.3 * size, "coupler": 0.9 * size, "rocker": 0.7 * size}
    crank, coupler, rocker = (m.body(n, lw.Rod(length=x, mass=size**3, radius=0.01 * size)) for n, x in lengths.items())
    m.connect("A", lw.Revolute("y"), m.ground, crank, **given)
    m.connect("B", lw.Revolute("y"), crank.at(0.3 * size, 0, 0), coupler)
    m.connect("C", lw.Revolute("y"), coupler.at(0.9 * size, 0, 0), rocker.at(0.7 * size, 0, 0))
    m.connect("D", lw.Revolute("y"), m.ground.at(size, 0, 0), rocker)
    return m
