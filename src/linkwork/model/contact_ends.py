"""Contacts and the surfaces of their ends, which they are given where they are connected; one law for one place."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations_with_replacement
from typing import Any

import numpy as np

from ..contract import Contact, ContactSet, ContactSurface, Element, Force, ModelError, value_of
from .body import Body, Point
from .connection import Connection, ConnectionEnd

PLACE_DIGITS = 12
"""Digits, in metres, by which places are the same."""


def placed_element(label: str, element: Element, ends: Sequence[ConnectionEnd]) -> Element:
    """The element as it stands between these ends: contacts are given their surfaces, other elements stay as they are.

    Raises where an end lacks a surface, or where two surfaces cannot touch.
    """
    try:
        if isinstance(element, Contact) and len(ends) == element.ends:
            return element.placed([end.surface if isinstance(end, Point) else None for end in ends])
        if isinstance(element, ContactSet):
            _check_set(element, ends)
    except ModelError as error:
        raise ModelError(f"{label}: {error}") from None
    return element


def _check_set(element: ContactSet, ends: Sequence[ConnectionEnd]) -> None:
    """Raises where ends of a set of contacts cannot touch; each two kinds of surfaces are tried once."""
    if len(ends) < 2:
        raise ModelError(f"{element.kind}: has {len(ends)} {'end' if len(ends) == 1 else 'ends'}; give two or more.")
    kinds: dict[Any, tuple[ContactSurface, set[Body]]] = {}
    for number, end in enumerate(ends, start=1):
        if not isinstance(end, Point) or end.surface is None:
            raise ModelError(
                f"{element.kind}: end {number}, {end}, has no surface; give one such as body.sphere(0.05) or "
                "body.surface()."
            )
        kinds.setdefault((type(end.surface), end.surface.is_solid), (end.surface, set()))[1].add(end.body)
    for (first, ours), (second, theirs) in combinations_with_replacement(kinds.values(), 2):
        if len(ours | theirs) > 1:
            element.between(first, second)


def check_one_law(connections: Iterable[Connection]) -> None:
    """Raises where a rigid contact and a compliant one are between the same places: each would carry the whole load."""
    soft: dict[Any, Connection] = {}
    rigid: list[Connection] = []
    for connection in connections:
        if isinstance(connection.element, Contact):
            rigid.append(connection)
        elif isinstance(connection.element, Force) and connection.element.is_compliant_contact:
            soft[_places(connection)] = connection
    for connection in rigid if soft else ():
        other = soft.get(_places(connection))
        if other is not None:
            e = value_of(connection.element.values["restitution"])
            raise ModelError(
                f"connection {connection.name!r}: restitution {e:g} on a contact that also carries a spring law, "
                f"{other.element.kind} of connection {other.name!r} between the same places: choose one."
            )


def _places(connection: Connection) -> frozenset[Any]:
    """The bodies of its ends and where the ends are on them, in any order."""
    points = [end for end in connection.ends if isinstance(end, Point)]
    return frozenset(
        (end.body.name, tuple(np.round(np.asarray(value_of(end.X.p), dtype=float), PLACE_DIGITS).tolist()))
        for end in points
    )
