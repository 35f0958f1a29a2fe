"""Frames: where what a viewer shows stands, as expressions of the coordinates."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...contract import ModelError
from ...contract.shape import Shape
from .sheet import Sheet


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
