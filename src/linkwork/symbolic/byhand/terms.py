r"""What both derivations give: M, h, energies, power, frames and constraint rows, in the graph of a sheet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ...contract import ModelError
from ...expr import array, forward_derivatives, jacobian, substitute
from ...expr.evaluate import evaluate
from ...expr.graph import as_expr
from ...expr.node import symbols_of
from ...formulation.equations.rows import ConstraintRows
from .frames import Placed
from .sheet import Sheet


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
