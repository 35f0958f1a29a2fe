"""Kinetic and potential energy."""

from __future__ import annotations

from typing import Any

from ..expr import cross, dot
from ..spatial import matrix
from .motion_equations import is_zero
from .tree import Tree


def kinetic_energy(tree: Tree) -> Any:
    """T = Σ ½ ω·I ω + ½ m v·v + v·(ω × h), with all quantities at the internal origins."""
    w, v = tree.velocities
    total: Any = 0.0
    for link in tree.links:
        k = link.number
        turning = 0.5 * dot(w[k], link.inertia @ w[k])
        moving = 0.5 * link.mass * dot(v[k], v[k]) + dot(v[k], cross(w[k], link.moment))
        total = total + turning + moving
    return total


def gravity_energy(tree: Tree, gravity: Any) -> Any:
    """V = −Σ g·(m r + R h) for a uniform field."""
    g = matrix(gravity)
    if all(is_zero(x) for x in g):
        return 0.0
    total: Any = 0.0
    for link in tree.links:
        pose = tree.world(link.number)
        total = total - dot(g, link.mass * pose.p + pose.R @ link.moment)
    return total
