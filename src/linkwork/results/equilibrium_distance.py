"""How far a state of rest is from an equilibrium."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

ZERO_UNBALANCE = 1e-8
"""Rates that are rounding, relative to the largest entry of A, or one."""
FIRST_ORDER_REACH = 10.0
"""Radians or lever arms beyond which first order tells nothing."""
BALANCED = 1e-6
"""What may stay of unbalanced rates that displacements take away."""


@dataclass(frozen=True)
class Unbalance:
    """What changes at a state that would not at an equilibrium, and how far off an equilibrium is."""

    state: str
    """The speed, or state of an element, that changes most."""
    rate: float
    """By how much, in a second."""
    distance: float
    """The displacement that would balance it, to first order: in radians or lever arms; infinite where none would."""


def unbalance_of(
    A: np.ndarray, x_dot: np.ndarray, names: tuple[str, ...], count: int, speeds: int, reach: np.ndarray
) -> Unbalance:
    """What is unbalanced at a state of the linear system A with the rates ẋ = (ξ̇, η̇, ż).

    There are `count` free displacements ξ and `speeds` free speeds η. `reach` are comparable changes of coordinates per
    unit of ξ. At rest nothing changes (η̇ = ż = 0).
    """
    A_rest, small = A[count:], ZERO_UNBALANCE * max(1.0, float(np.abs(A).max(initial=0.0)))
    rates = x_dot[count:]
    if np.abs(rates).max(initial=0.0) <= small:
        return Unbalance("", 0.0, 0.0)
    worst = int(np.argmax(np.abs(rates)))
    size = np.abs(A_rest).max(axis=1, initial=0.0)
    size = np.where(size > 0.0, size, 1.0)
    K = np.delete(A_rest, np.s_[count : count + speeds], axis=1) / size[:, None]
    step = np.linalg.lstsq(K, -rates / size, rcond=1e-12)[0]
    left = np.abs(K @ step + rates / size)
    is_held = bool((left <= BALANCED * np.abs(rates / size).max()).all())
    distance = float(np.abs(reach @ step[:count]).max(initial=0.0)) if is_held else np.inf
    distance = distance if distance < FIRST_ORDER_REACH else np.inf
    return Unbalance(names[count + worst], float(rates[worst]), distance)
