"""How connections are drawn: from what they do, so that a user's own element looks right without being known here."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from ..contract import Active, Assembly, Constraint, Element, Force, Hinge, Joint, Load, Rotor
from ..expr import array
from ..expr.graph import as_expr
from ..expr.node import symbols_of
from ..model import Connection
from .scene import Drawn

TOLERANCE = 1e-9
Axes = list[np.ndarray]


def how_drawn(connection: Connection) -> tuple[Drawn, Axes]:
    """How a connection is drawn, and the directions of its motion in the axes of its first end."""
    element = connection.element
    if isinstance(element, Hinge):
        return drawn_hinge(element)
    if isinstance(element, Force):
        return drawn_force(element), []
    return _drawn_other(element)


def _drawn_other(element: Element) -> tuple[Drawn, Axes]:
    if isinstance(element, Constraint):
        return ("none" if element.on_coordinates else "constraint"), []
    if isinstance(element, Rotor):
        return "rotor", [np.array([0.0, 0.0, 1.0])]
    if isinstance(element, Load):
        return "load", []
    return ("line" if isinstance(element, Assembly) else "none"), []


@lru_cache(maxsize=64)
def drawn_hinge(hinge: Hinge) -> tuple[Drawn, Axes]:
    """A hinge by its modes φ at rest: which turns and displacements they span (S1 (3.10))."""
    form = Joint(hinge).form
    found = form.values(hinge.rest_values, None, 0.0, phi=form.phi, R=form.pose.R)
    phi = np.asarray(found.phi, dtype=float).reshape(6, -1)
    turns, slides = found.R @ phi[:3], found.R @ phi[3:]
    axes = _span(turns)
    # Displacements that go with no turn.
    pure = _span(slides @ _null(turns))
    if len(axes) + len(pure) == 6:
        return "free", []
    if len(axes) == 1:
        return _about_one_axis(axes[0], pure, slides, turns)
    return _by_counts(axes, pure)


def _by_counts(axes: Axes, pure: Axes) -> tuple[Drawn, Axes]:
    match len(axes), len(pure):
        case 0, 0:
            return "fixed", []
        case 0, 1:
            return "slider", pure
        case 0, 2:
            return "plane", [np.cross(pure[0], pure[1])]
        case 2, 0:
            return "universal", axes
        case 3, 0:
            return "ball", []
    return "joint", []


def _about_one_axis(axis: np.ndarray, pure: Axes, slides: np.ndarray, turns: np.ndarray) -> tuple[Drawn, Axes]:
    if len(pure) == 1 and np.linalg.norm(np.cross(pure[0], axis)) < TOLERANCE:
        return "cylindrical", [axis]
    if len(pure) == 2 and max(abs(p @ axis) for p in pure) < TOLERANCE:
        return "plane", [axis]
    if pure:
        return "joint", []
    pitch = float(np.abs((axis @ slides) * (axis @ turns)).max())
    return ("screw" if pitch > TOLERANCE else "pin"), [axis]


def _span(columns: np.ndarray) -> Axes:
    """Independent columns, scaled to unit length, in their order."""
    found: Axes = []
    for column in columns.T:
        size = float(np.linalg.norm(column))
        candidate = [*found, column / size] if size > TOLERANCE else found
        if len(candidate) > len(found) and np.linalg.matrix_rank(np.array(candidate), tol=1e-6) == len(candidate):
            found = candidate
    return found


def _null(columns: np.ndarray) -> np.ndarray:
    """Combinations of the columns that are zero."""
    if not columns.shape[1]:
        return np.zeros((0, 0))
    _, sizes, rows = np.linalg.svd(columns)
    rank = int(np.sum(sizes > TOLERANCE))
    return np.asarray(rows[rank:].T)


def drawn_force(force: Force) -> Drawn:
    """A force by what its law depends on: the measured value, its rate, or both; along a line or about an axis."""
    if force.ends != 2:
        return "line"
    if isinstance(force, Active):
        return "actuator"
    if force.form != "law" or force.measured is None:
        return "line"
    if set(force.measured.units) != {"m"}:
        return "torsion"
    known = force.available()
    used = symbols_in(force.call("law", known))
    value, rate = (symbols_in(known[name]) & used for name in ("e", "e_dot"))
    if rate:
        return "spring-damper" if value else "damper"
    return "spring" if value else "actuator"


def symbols_in(values: Any) -> set[int]:
    """The symbols that expressions depend on, by number."""
    return {node.uid for node in symbols_of([as_expr(x) for x in array(values).ravel()])}
