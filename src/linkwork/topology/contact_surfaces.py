"""Surfaces of a model in plain numbers, by the connections in which they may touch: what detects collisions reads."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ..contract import CollisionShape, Contact, ContactSet, value_of
from ..expr import is_symbolic
from ..model import Body, Connection, Model, Point
from .contacts import end_names, followed_contacts


@dataclass(frozen=True, eq=False)
class PlacedSurface:
    """A surface on a body: kind, half lengths and vertices in its own axes, and their pose in the body frame."""

    body: Body
    shape: CollisionShape
    R: np.ndarray
    p: np.ndarray


@dataclass(frozen=True, eq=False)
class TouchingSurfaces:
    """Surfaces of one connection, any two of which may touch where they are on different bodies, and their law."""

    connection: Connection
    surfaces: tuple[PlacedSurface, ...]

    @property
    def name(self) -> str:
        """That of the connection."""
        return self.connection.name

    @cached_property
    def law(self) -> Contact:
        """Restitution, friction and law of impacts."""
        element = self.connection.element
        found = element.contact if isinstance(element, ContactSet) else element
        assert isinstance(found, Contact)
        return found

    @property
    def names(self) -> list[str]:
        """Of the surfaces: those of their bodies."""
        return end_names([end for end in self.connection.ends if isinstance(end, Point)])


def detected_surfaces(
    model: Model, coordinates: str = "tree", worth: Callable[[Any], Any] = value_of
) -> tuple[TouchingSurfaces, ...]:
    """Surfaces of connections whose points time stepping finds by the detection of collisions.

    `worth` gives the numbers of expressions of Parameters, `state.worth`.
    """
    found = []
    for one in followed_contacts(model, coordinates):
        if one.is_detected:
            ends = [end for end in one.connection.ends if isinstance(end, Point)]
            found.append(TouchingSurfaces(one.connection, tuple(_placed(end, worth) for end in ends)))
    return tuple(found)


def _placed(end: Point, worth: Callable[[Any], Any]) -> PlacedSurface:
    assert end.surface is not None
    symbolic = {name: worth(x) for name, x in end.surface.values.items() if is_symbolic(x)}
    surface = end.surface.with_values(**symbolic) if symbolic else end.surface
    R, p = (np.asarray(worth(x) if is_symbolic(x) else x, dtype=float) for x in (end.X.R, end.X.p))
    return PlacedSurface(end.body, surface.collision_shape(), R, p)
