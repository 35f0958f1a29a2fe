"""The mechanics that analyses ask: one port, in coordinates of a tree or of bodies that move freely."""

from .absolute import AbsoluteSystem, compile_absolute

__all__ = ["AbsoluteSystem", "compile_absolute"]
