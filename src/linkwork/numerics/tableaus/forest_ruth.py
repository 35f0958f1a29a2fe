"""Composition of three leapfrog steps, order 4, symplectic and symmetric.

E. Forest, R. D. Ruth, Fourth-order symplectic integration, Physica D 43 (1990) 105–117; H. Yoshida, Construction of
higher order symplectic integrators, Phys. Lett. A 150 (1990) 262–268.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Splitting:
    """Drifts (q moves at constant u) and kicks (u changes at constant q) in turn, a drift first and last."""

    name: str
    order: int
    drifts: tuple[float, ...]
    kicks: tuple[float, ...]


_OUTER = 1.0 / (2.0 - 2.0 ** (1.0 / 3.0))
_INNER = 1.0 - 2.0 * _OUTER

FOREST_RUTH = Splitting(
    name="symplectic",
    order=4,
    drifts=(0.5 * _OUTER, 0.5 * (_OUTER + _INNER), 0.5 * (_OUTER + _INNER), 0.5 * _OUTER),
    kicks=(_OUTER, _INNER, _OUTER),
)
