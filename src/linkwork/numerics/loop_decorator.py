"""What the loops of this folder are made with."""

from __future__ import annotations

from ..kernels.loops import Native, compiled_loop, loop, vectorised

__all__ = ["Native", "aside", "compiled_loop", "loop", "vectorised"]

aside = loop
