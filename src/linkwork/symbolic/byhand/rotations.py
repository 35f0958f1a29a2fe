"""Elementary rotations and the cross product as a matrix, on SymPy symbols (S4 (20))."""

from __future__ import annotations

from typing import Any

import sympy


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
