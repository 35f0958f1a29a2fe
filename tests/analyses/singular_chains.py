"""A chain that passes a singular position."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import linkwork as lw

CRANK, COUPLER = 0.2, 0.4


def chain(cranks: int, last: str = "C0", coordinates: str = "tree") -> Any:
    """Equal cranks that couplers keep parallel; the hinge `last` of the first loop is connected last, and cut."""
    m = lw.Model("chain", gravity=(0, -9.81, 0))
    bars = [m.body(f"crank{k}", lw.Rod(length=CRANK, mass=1.0)) for k in range(cranks)]
    hinges: dict[str, tuple[Any, Any]] = {f"A{k}": (m.ground.at(COUPLER * k, 0, 0), b) for k, b in enumerate(bars)}
    for k, (one, other) in enumerate(pairwise(bars)):
        coupler = m.body(f"coupler{k}", lw.Rod(length=COUPLER, mass=0.5))
        hinges[f"B{k}"] = one.at(CRANK, 0, 0), coupler
        hinges[f"C{k}"] = coupler.at(COUPLER, 0, 0), other.at(CRANK, 0, 0)
    for name in sorted(hinges, key=lambda name: name == last):
        m.connect(name, lw.Revolute("z"), *hinges[name])
    return lw.compile_model(m, coordinates)
