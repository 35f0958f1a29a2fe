"""Loads from outside: forces and moments on bodies and points."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from ..expr import symbols
from .element import Element
from .errors import ModelError
from .relative import relative_symbols


class Load(Element):
    """A force and a moment that act on one end, written as `wrench(rel, t)`.

    `rel` is the motion of the end in the world; the result is (moment, force), three numbers each, at the end's origin,
    in world axes, or in the end's own axes where `axes` is "body".
    """

    ends: ClassVar[int | None] = 1
    axes: ClassVar[str] = "world"

    def traced(self) -> Mapping[str, Any]:
        """Moment and force."""
        return {"wrench": self.wrench(relative_symbols()[0], symbols("t"))}

    def wrench(self, rel: Any, t: Any) -> Any:
        """(moment, force)."""
        raise ModelError(f"{self.kind}: a load must have wrench(self, rel, t).")
