"""How connections are drawn: from what they do, so that a user's own element looks right without being known here."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, cast

import numpy as np

from ..contract import (
    Active,
    Assembly,
    Constraint,
    Contact,
    Contractile,
    Element,
    Force,
    Hinge,
    Joint,
    Load,
    ModelError,
    Rotor,
    value_of,
)
from ..contract.derived.hinge_numbers import hinge_values
from ..contract.derived.law_arguments import call_law, law_symbols
from ..contract.derived.relative import relative_symbols
from ..elements.constraints.fixed_distance import FixedDistance
from ..elements.measures.guided_path import GuidedPath
from ..elements.obstacles.obstacle import Obstacle
from ..expr import TraceError, array, jacobian, substitute, symbols
from ..expr.graph import ZERO, as_expr
from ..expr.node import symbols_of
from ..model import Connection
from .closed_connections import TOGETHER
from .scene import Drawn, GuidePart, ObstaclePart

PARALLEL_TOLERANCE = 1e-9
TOUCH_LIMIT = 1e6
"""Metres beyond which nothing touches any more."""
Axes = list[np.ndarray]


def how_drawn(connection: Connection) -> tuple[Drawn, Axes]:
    """How a connection is drawn, and directions in its first end: of its motion, or across what it touches."""
    element = connection.element
    if isinstance(element, Hinge):
        return drawn_hinge(element)
    if isinstance(element, Force):
        return drawn_force(element)
    if isinstance(element, Constraint):
        return drawn_constraint(element)
    if isinstance(element, Contact):
        return drawn_contact(element)
    if isinstance(element, Rotor):
        return "rotor", [np.array([0.0, 0.0, 1.0])]
    if isinstance(element, Load):
        return "load", []
    return ("line" if isinstance(element, Assembly) else "none"), []


@lru_cache(maxsize=64)
def drawn_hinge(hinge: Hinge) -> tuple[Drawn, Axes]:
    """A joint by its modes φ at rest: which turns and displacements they span (S1 (3.10))."""
    form = Joint(hinge).form
    found = hinge_values(form, hinge.rest_values, None, 0.0, phi=form.phi, R=form.pose.R)
    phi = np.asarray(found.phi, dtype=float).reshape(6, -1)
    turns, slides = found.R @ phi[:3], found.R @ phi[3:]
    axes = _span(turns)
    # Displacements that go with no turn.
    pure = _span(slides @ _null(turns))
    if len(axes) + len(pure) == 6:
        return "free", []
    drawn, found_axes = _about_one_axis(axes[0], pure, slides, turns) if len(axes) == 1 else _by_counts(axes, pure)
    # Ends that do not stay together, as a wheel's centre and where it started, are not those of a pin or a ball.
    if drawn in TOGETHER and not all(as_expr(x) is ZERO for x in array(form.pose.p).ravel()):
        return "joint", []
    return drawn, found_axes


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
    if len(pure) == 1 and np.linalg.norm(np.cross(pure[0], axis)) < PARALLEL_TOLERANCE:
        return "cylindrical", [axis]
    if len(pure) == 2 and max(abs(p @ axis) for p in pure) < PARALLEL_TOLERANCE:
        return "plane", [axis]
    if pure:
        return "joint", []
    pitch = float(np.abs((axis @ slides) * (axis @ turns)).max())
    return ("screw" if pitch > PARALLEL_TOLERANCE else "pin"), [axis]


def _span(columns: np.ndarray) -> Axes:
    """Independent columns, scaled to unit length, in their order."""
    found: Axes = []
    for column in columns.T:
        size = float(np.linalg.norm(column))
        candidate = [*found, column / size] if size > PARALLEL_TOLERANCE else found
        if len(candidate) > len(found) and np.linalg.matrix_rank(np.array(candidate), tol=1e-6) == len(candidate):
            found = candidate
    return found


def _null(columns: np.ndarray) -> np.ndarray:
    """Combinations of the columns that are zero."""
    if not columns.shape[1]:
        return np.zeros((0, 0))
    _, sizes, rows = np.linalg.svd(columns)
    rank = int(np.sum(sizes > PARALLEL_TOLERANCE))
    return np.asarray(rows[rank:].T)


def drawn_force(force: Force) -> tuple[Drawn, Axes]:
    """A force by what its law depends on: the measured value, its rate, or both; along a line or about an axis.

    What acts on one side only is a contact, and stands where it touches; so does a wrench, whose force need not point
    from one end to the other.
    """
    if isinstance(force, Contractile):
        return "muscle", []
    if force.ends != 2:
        return "line", []
    if force.form == "wrench":
        return ("contact", _across_first_kink(force)) if force.kinks is not None else ("mark", [])
    if force.form != "law" or force.measured is None:
        return "line", []
    if set(force.measured.units) != {"m"}:
        return "torsion", []
    if isinstance(force, Active):
        return "actuator", []
    if len(force.measured.units) > 1 and force.kinks is not None:
        return "contact", _across_first_kink(force)
    known = law_symbols(force)
    used = symbols_in(call_law(force, "law", known))
    value, rate = (symbols_in(known[name]) & used for name in ("e", "e_dot"))
    if value and _is_one_sided(force):
        rel, _ = relative_symbols()
        return "contact", _normals(force.measured.value(rel), rel.p)
    if rate:
        return ("spring-damper" if value else "damper"), []
    return ("spring" if value else "actuator"), []


def _across_first_kink(force: Force) -> Axes:
    """The normal of a plane that is touched: along the slope of the first kink, where that is the same everywhere."""
    known = law_symbols(force)
    if force.measured is not None:
        known["e"] = array(force.measured.value(known["rel"]))
    return _normals(array(call_law(force, "kinks", known)).ravel()[:1], known["rel"].p)


def _normals(value: Any, p: Any) -> Axes:
    """The direction of the slope of one number with respect to a place, where it is the same everywhere."""
    if np.size(array(value)) != 1:
        return []
    slope = np.array(jacobian(array([as_expr(x) for x in array(value).ravel()]), p), dtype=object).ravel()
    if symbols_in(slope) & symbols_in([*p]):
        return []
    try:
        numbers = np.asarray(value_of(array(slope)), dtype=float)
    except (TypeError, ValueError, TraceError, ModelError):
        return []
    size = float(np.linalg.norm(numbers))
    return [numbers / size] if size > PARALLEL_TOLERANCE else []


def _resting_law(force: Force) -> tuple[Any, Any] | None:
    """(F at ε̇ = 0, ε) of a law on one length that depends on nothing else; None for any other."""
    if force.ends != 2 or force.form != "law" or force.measured is None or force.measured.units != ("m",):
        return None
    known = law_symbols(force)
    e, e_dot = (as_expr(array(known[name]).ravel()[0]) for name in ("e", "e_dot"))
    law = substitute([as_expr(array(call_law(force, "law", known)).ravel()[0])], {e_dot: as_expr(0.0)})[0]
    others = symbols_in([law]) - {e.uid} - {p.uid for p in force.parameters}
    return None if others else (law, e)


def _worth(law: Any, e: Any, length: float) -> float:
    return float(value_of(substitute([law], {e: as_expr(length)})[0]))


def _is_one_sided(force: Force) -> bool:
    """Whether a law is zero far away on one side, and not on the other: it pushes what comes near."""
    found = _resting_law(force)
    return found is not None and _worth(*found, TOUCH_LIMIT) == 0.0 != _worth(*found, -TOUCH_LIMIT)


def drawn_constraint(constraint: Constraint) -> tuple[Drawn, Axes]:
    """A constraint by what it holds: a distance is a bar, a plane a sheet where the second end is; others are marks."""
    if constraint.on_coordinates:
        return "none", []
    rel, _ = relative_symbols()
    if constraint.level == "velocity" or constraint.auxiliary or constraint.ends != 2:
        return "mark", []
    rows = array([as_expr(x) for x in array(constraint.position(rel, symbols("t"))).ravel()])
    slopes = array(jacobian(rows, rel.p))
    touched = [k for k, row in enumerate(slopes) if not all(as_expr(x) is ZERO for x in row)]
    if not touched:
        return "mark", []
    normals = _normals([rows[touched[0]]], rel.p) if len(touched) == 1 else []
    if isinstance(constraint, FixedDistance):
        return "bar", []
    return ("guide", normals) if normals else ("constraint", [])


def drawn_contact(contact: Contact) -> tuple[Drawn, Axes]:
    """A contact by its gap: across the normal where that is the same everywhere; surfaces are drawn with bodies."""
    if contact.of_coordinates or contact.surfaces is not None:
        return "none", []
    rel, _ = relative_symbols()
    gaps = [as_expr(x) for x in array(contact.gap(rel, symbols("t"))).ravel()]
    return "contact", _normals(gaps[:1], rel.p)


def free_length(element: Element) -> float | None:
    """The length at which a linear law on a distance is free of force; None for any other."""
    found = _resting_law(element) if isinstance(element, Force) else None
    if found is None or symbols_in(jacobian(*found)) & symbols_in([found[1]]):
        return None
    first, second = _worth(*found, 0.0), _worth(*found, 1.0)
    length = first / (first - second) if first != second else 0.0
    return length if length > 0.0 else None


def obstacles_of(element: Element, count: int) -> list[ObstaclePart | GuidePart | None]:
    """What a path runs over at the ends between its first and its last, of `count`; empty where it runs over nothing.

    One that does not say what it looks like is drawn as a point.
    """
    measured = element.measured if isinstance(element, Force) else None
    if isinstance(measured, GuidedPath):
        place = np.asarray(value_of(array(measured.place)), dtype=float).tolist()
        axis = np.asarray(value_of(array(measured.axis)), dtype=float).tolist()
        return [*[None] * (count - 3), {"kind": "guide", "axis": axis, "place": place, "between": [*measured.between]}]
    stations = getattr(measured, "over", ())
    looks = [one.look() if isinstance(one, Obstacle) else None for one in stations]
    return cast("list[ObstaclePart | GuidePart | None]", looks) if any(looks) else []


def symbols_in(values: Any) -> set[int]:
    """The symbols that expressions depend on, by number."""
    return {node.uid for node in symbols_of([as_expr(x) for x in array(values).ravel()])}
