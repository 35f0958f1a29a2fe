r"""What both derivations give: M, h, energies, power, frames and constraint rows, in the graph of a sheet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import sympy

from ...contract import ModelError
from ...contract.shape import Shape
from ...expr import array, forward_derivatives, jacobian, substitute
from ...expr.evaluate import evaluate
from ...expr.graph import as_expr
from ...expr.node import symbols_of
from ...formulation.equations.rows import ConstraintRows
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


@dataclass(frozen=True, eq=False)
class Derived:
    """Equations of motion M u̇ = h + Wᵀλ in the symbols of a sheet, with what is known besides."""

    sheet: Sheet
    M: Any
    h: Any
    kinetic_energy: Any
    potential_energy: Any
    u_dot: Any
    """Symbols of accelerations in `power`."""
    power: Any
    """d(T + V)/dt by forces and moving supports, without constraints."""
    frames: Mapping[str, Placed]
    """What a viewer shows, by name."""
    rows: tuple[ConstraintRows, ...] = ()
    gravity: Any = None
    """Acceleration of free fall, where it is known; a viewer has what is opposite to it above."""

    @cached_property
    def constraint_matrices(self) -> tuple[Any, Any]:
        """(W, w̄): W u̇ + w̄ = 0 for all rows (S4 (18)); W has a row for each."""
        flat = [as_expr(x) for rows in self.rows for x in rows.g_dot]
        if not flat:
            return np.zeros((0, len(self.sheet.q))), np.zeros(0)
        return jacobian(array(flat), self.sheet.symbols.u), array(forward_derivatives(flat, self.sheet.motion))


def constraint_rows(sheet: Sheet, constraints: Any) -> tuple[ConstraintRows, ...]:
    """Rows from conditions by name: g(q, t) = 0, or linear in the speeds where it contains some."""
    if constraints is None:
        return ()
    given = dict(constraints) if isinstance(constraints, Mapping) else {"constraint": constraints}
    return tuple(_rows(sheet, name, value) for name, value in given.items())


def _rows(sheet: Sheet, name: str, value: Any) -> ConstraintRows:
    place = f"constraint {name!r}"
    g = array(sheet.put(value, place)).ravel()
    u, q = set(sheet.symbols.u), set(sheet.symbols.q)
    for k, row in enumerate(g):
        found = set(symbols_of([as_expr(row)]))
        if not found & (u | q):
            which = f"row {k + 1}, " if len(g) > 1 else ""
            raise ModelError(
                f"{place}: {which}{sheet.text(row)} = 0, does not involve the coordinates {', '.join(sheet.names[0])}; "
                "no motion can meet it. Is a symbol misspelt?"
            )
    flat = [as_expr(x) for x in g]
    on_speeds = any(u & set(symbols_of([x])) for x in flat)
    if not on_speeds:
        return ConstraintRows(name, g, array(forward_derivatives(flat, sheet.motion)))
    slopes = jacobian(array(flat), sheet.symbols.u)
    if depends(slopes, sheet.symbols.u):
        raise ModelError(f"{place}: it contains speeds and is not linear in them; write it as W(q, t) u + w(q, t).")
    return ConstraintRows(name, array([]), g)


def depends(values: Any, symbols: Any) -> bool:
    """Whether expressions depend on symbols: by structure, and where that says yes, in numbers at three places."""
    flat = [as_expr(x) for x in array(values).ravel()]
    if not set(symbols_of(flat)) & set(symbols):
        return False
    slopes = [as_expr(x) for x in array(jacobian(array(flat), symbols)).ravel()]
    names = list(symbols_of([*flat, *slopes]))
    rng = np.random.default_rng(8)
    for _ in range(3):
        at = {s: float(x) for s, x in zip(names, rng.uniform(0.3, 1.1, len(names)), strict=True)}
        found, scale = (np.array(evaluate(x, at), dtype=float) for x in (slopes, flat))
        if np.abs(found).max(initial=0.0) > 1e-9 * (1.0 + np.abs(scale).max(initial=0.0)):
            return True
    return False


def without(values: Any, symbols: Any) -> Any:
    """Expressions that do not depend on symbols which stand in them, with zeros in their places."""
    entries = array(values)
    zeros = {s: as_expr(0.0) for s in symbols}
    return array(substitute([as_expr(x) for x in entries.ravel()], zeros)).reshape(entries.shape)
