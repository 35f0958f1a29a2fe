"""The rank test of coordinates (S0 §3.3) on the joints of a model, where each of them starts."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping

import numpy as np

from ..contract import Dependence, Hinge, ModelError, dependence, element_keys, hinge_of, value_of
from ..contract.derived.trial import TRIED_ELEMENTS
from ..contract.element import holds_function
from .connection import Connection

NEARLY_DEPENDENT = 1e-2
"""A singular value of motions of unit size below which coordinates nearly depend on each other."""
_known: dict[Hashable, Dependence | None] = {}


def dependences(connections: Iterable[Connection]) -> Iterator[tuple[str, Dependence]]:
    """Joints of which some coordinates depend on each other where they start, by connection."""
    for connection in connections:
        hinge = hinge_of(connection.element)
        found = None if hinge is None else _dependence(hinge, _start(connection, hinge))
        if found is not None:
            yield connection.name, found


def check_coordinates(connections: Iterable[Connection]) -> list[tuple[str, Dependence]]:
    """Raises where coordinates depend on each other everywhere; returns where they do at the start alone."""
    found = list(dependences(connections))
    for name, dependent in found:
        if dependent.is_everywhere:
            raise ModelError(f"connection {name!r}: {dependent}")
    return found


def singular_hinge(
    connections: Iterable[Connection], values: Mapping[str, float], t: float, nearly: bool = False
) -> str | None:
    """A sentence about a joint whose coordinates, among `values` by name, depend on each other, or `nearly` do; None
    where none do."""
    for connection in connections:
        hinge = hinge_of(connection.element)
        names = [] if hinge is None else [f"{connection.name}.{name}" for name in hinge.coordinates]
        if hinge is None or not all(name in values for name in names):
            continue
        q = np.array([values[name] for name in names])
        found = dependence(hinge, q, t, NEARLY_DEPENDENT) if nearly else dependence(hinge, q, t)
        if found is not None and found.is_everywhere <= (not nearly):
            where = "very near to here, where its motions lose a rank" if nearly else "here"
            return f"connection {connection.name!r}: {found.told(where)}"
    return None


def _start(connection: Connection, hinge: Hinge) -> np.ndarray:
    """Coordinates at the start: at rest, as given, locked, or driven at t = 0."""
    q = hinge.rest_values.copy()
    given = {**connection.initial, **connection.lock, **{n: signal(0.0) for n, signal in connection.drive.items()}}
    for k, name in enumerate(hinge.coordinates):
        if name in given:
            q[k] = float(value_of(given[name]))
    return q


def _dependence(hinge: Hinge, q: np.ndarray) -> Dependence | None:
    if any(map(holds_function, hinge.values.values())):
        return _tested(hinge, q)
    key = (element_keys(hinge)[1], q.tobytes())
    if key not in _known:
        if len(_known) >= TRIED_ELEMENTS:
            _known.clear()
        _known[key] = _tested(hinge, q)
    return _known[key]


def _tested(hinge: Hinge, q: np.ndarray) -> Dependence | None:
    with np.errstate(all="ignore"):
        try:
            return dependence(hinge, q)
        except (ArithmeticError, ValueError):  # no pose where it starts: the run says so
            return None
