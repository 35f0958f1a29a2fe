"""Frames: where what a viewer shows stands, as expressions of the coordinates."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import sympy

from ...contract import ModelError
from ...contract.shape import Shape
from .sheet import Sheet


def A_x(angle: Any) -> Any:
    """A turn about x: takes components in the turned frame to those in the frame it was turned from."""
    c, s = sympy.cos(angle), sympy.sin(angle)
    return sympy.ImmutableMatrix([[1, 0, 0], [0, c, -s], [0, s, c]])


def A_y(angle: Any) -> Any:
    """A turn about y."""
    c, s = sympy.cos(angle), sympy.sin(angle)
    return sympy.ImmutableMatrix([[c, 0, s], [0, 1, 0], [-s, 0, c]])


def A_z(angle: Any) -> Any:
    """A turn about z."""
    c, s = sympy.cos(angle), sympy.sin(angle)
    return sympy.ImmutableMatrix([[c, -s, 0], [s, c, 0], [0, 0, 1]])


def tilde(vector: Any) -> Any:
    """The matrix ã with ã b = a × b."""
    x, y, z = vector
    return sympy.ImmutableMatrix([[0, -z, y], [z, 0, -x], [-y, x, 0]])


@dataclass(frozen=True, eq=False)
class Frame:
    """A named place that moves: position r, rotation A (None where it does not turn), shapes that go with it."""

    position: Any
    rotation: Any = None
    shapes: tuple[Shape, ...] = ()


@dataclass(frozen=True, eq=False)
class Placed:
    """A frame in the graph."""

    R: Any
    p: Any
    shapes: tuple[Shape, ...]


def frames_on(sheet: Sheet, frames: Mapping[str, Any] | None) -> dict[str, Placed]:
    """Frames by name in the graph of a sheet; a pair is (position, rotation)."""
    found = {}
    for name, given in (frames or {}).items():
        frame = given if isinstance(given, Frame) else _frame(name, given)
        p = sheet.vector(frame.position, f"frame {name!r}: position")
        R = np.eye(3) if frame.rotation is None else sheet.tensor(frame.rotation, f"frame {name!r}: rotation")
        found[name] = Placed(R, p, frame.shapes)
    return found


def _frame(name: str, given: Any) -> Frame:
    if not isinstance(given, tuple) or len(given) != 2:
        raise ModelError(f"frame {name!r}: give (position, rotation), or Frame(position, rotation, shapes).")
    return Frame(*given)
