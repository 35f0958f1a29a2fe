"""What is allowed but looks like a mistake: units that are off, bodies that nothing holds."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from ..contract import value_of
from .body import Body, Point
from .connection import Connection

FACTOR = 30.0
"""How far a radius of gyration may lie outside the size of a body before it is mentioned."""


def findings(bodies: Iterable[Body], connections: Iterable[Connection]) -> list[str]:
    """Sentences about bodies and connections that are probably not meant so."""
    connections = list(connections)
    return [sentence for body in bodies for sentence in _of_body(body, connections)]


def _of_body(body: Body, connections: list[Connection]) -> Iterable[str]:
    points = [end for c in connections for end in c.ends if isinstance(end, Point) and end.body is body]
    if not points:
        yield f"body {body.name!r}: no connection holds it; it will move freely."
    mass = float(value_of(body.mass))
    inertia = np.asarray(value_of(body.inertia), dtype=float)
    if mass == 0.0:
        yield f"body {body.name!r}: has no mass; its motion must follow from its connections."
        return
    com = np.asarray(value_of(body.com), dtype=float)
    places = [np.asarray(value_of(p.X.p), dtype=float) for p in (*points, *body.points.values())]
    size = max([float(np.linalg.norm(p - com)) for p in places], default=0.0)
    radius = float(np.sqrt(np.linalg.eigvalsh(inertia)[-1] / mass))
    if size > 0.0 and radius > FACTOR * size:
        yield (
            f"body {body.name!r}: its radius of gyration is {radius:.3g} m, but its points lie within {size:.3g} m of "
            "the centre of mass. Is the inertia in kg·m² and about the centre of mass?"
        )
    if size > 0.0 and 0.0 < radius < size / (FACTOR * FACTOR):
        yield (
            f"body {body.name!r}: its radius of gyration is {radius:.3g} m, but its points lie up to {size:.3g} m from "
            "the centre of mass. Is the inertia in kg·m², and the places in m?"
        )
