"""What the loops of this folder are made with."""

from __future__ import annotations

from ..kernels.loops import Native, loop, native, vectorised

__all__ = ["Native", "aside", "loop", "native", "vectorised"]

aside = loop
