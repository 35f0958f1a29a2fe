r"""Inputs and states of all muscles at one instant as variables of one problem, with its derivatives.

$$ \min φ(a, F) \quad\text{with}\quad (W N)^T F = b,\qquad \dot z(ε, x, z) = r(z) $$

Variables y are the inputs x, then states and unknowns z over their starts; r are the rates that z must have. Nothing is
solved inside: Newton's method on the conditions of Karush, Kuhn and Tucker finds states and inputs at once.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple

import numpy as np

from .contraction import Muscles, StateHistory
from .costs import CostFunction
from .required_forces import RequiredForces


class MuscleSlopes(NamedTuple):
    """Activations, forces and rates, and their slopes by y."""

    found: Any
    a_y: np.ndarray
    F_y: np.ndarray
    rates_y: np.ndarray


@dataclass(eq=False)
class InstantProblem:
    """Functions of y at one instant; `weight` is that of the instant in a whole motion."""

    muscles: Muscles
    function: CostFunction | None
    """None where there is no smooth cost: then only the equations are asked for."""
    pulls: np.ndarray
    needed: RequiredForces
    given: Any
    """Inputs that are not shared, and values of Parameters."""
    strengths: np.ndarray
    past: StateHistory
    input_range: tuple[np.ndarray, np.ndarray]
    """Of inputs."""
    weight: float = 1.0
    moved: ClassVar[Any] = np.add
    _known: dict[bytes, MuscleSlopes] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        free, start = np.full(len(self.muscles.start), np.inf), self.muscles.start
        self.low, self.high = (
            np.concatenate([side, sign * free]) for side, sign in zip(self.input_range, (-1.0, 1.0), strict=True)
        )
        # What all muscles could give along each coordinate at full strength.
        self.capacity = np.asarray(np.abs(self.needed.arms) @ (self.strengths @ np.abs(self.pulls)))
        # Units of the equations: of motion the capacity, without any what is asked; of states a step of the formula.
        asked = np.maximum(np.abs(self.needed.wanted), 1.0)
        self.scale = 1.0 / np.where(self.capacity > 0.0, self.capacity, asked)
        self.unit = 1.0 / (start * np.where(self.muscles.moving, self.past.weight or 1.0, 1.0))

    def slopes(self, y: np.ndarray) -> MuscleSlopes:
        """What muscles do; the last is kept, since cost, equations and Hessian ask in turn."""
        key = y.tobytes()
        if key not in self._known:
            self._known.clear()
            x, z = self.parted(y)
            found = self.muscles.kernel(x, self.needed.e, self.needed.e_dot, z, *self.given)
            self._known[key] = MuscleSlopes(found, *self._by_y(found))
        return self._known[key]

    def parted(self, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """(x, z)."""
        n = len(self.muscles.names)
        return y[..., :n], y[..., n:] * self.muscles.start

    def multipliers(self, y: np.ndarray) -> np.ndarray:
        """Those that fit best at a minimum that was found otherwise."""
        free = (y > self.low) & (y < self.high)
        slopes, gradient = self.rows(y)[1][:, free], self.cost(y)[1][free]
        return np.asarray(np.linalg.lstsq(slopes.T, gradient, rcond=1e-13)[0])

    def _by_y(self, found: Any) -> list[np.ndarray]:
        start = self.muscles.start
        parts = ("a", "F", "rates")
        return [np.concatenate([getattr(found, f"{f}_x"), getattr(found, f"{f}_z") * start], axis=-1) for f in parts]

    def _costs(self, y: np.ndarray) -> tuple[Any, np.ndarray]:
        """(the cost with its derivatives by activations and tensions, slopes of these by y)."""
        at = self.slopes(y)
        assert self.function is not None
        return self.function.kernel(at.found.a, self.pulls @ at.found.F), np.vstack([at.a_y, self.pulls @ at.F_y])

    def cost(self, y: np.ndarray) -> tuple[float, np.ndarray]:
        """φ and its gradient."""
        found, by = self._costs(y)
        return self.weight * found.value, self.weight * (found.gradient @ by)

    def rows(self, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Equations of motion, then of states, and their slopes."""
        at, z, moving = self.slopes(y), self.parted(y)[1], self.muscles.moving
        left = self.unit * (at.found.rates - moving * self.past.wanted(z))
        slopes = self.unit[:, None] * at.rates_y
        if self.past.weight:
            slopes[:, len(y) - len(z) :] -= np.diag(self.unit * moving * self.past.weight * self.muscles.start)
        values = np.concatenate([self.scale * (self.needed.arms @ at.found.F - self.needed.wanted), left])
        return values, np.vstack([self.scale[:, None] * (self.needed.arms @ at.F_y), slopes])

    def hessian(self, y: np.ndarray, multipliers: np.ndarray) -> np.ndarray:
        """Of φ − λᵀ·rows, as it is."""
        cost, by = self._costs(y)
        on_a, on_f = np.split(self.weight * cost.gradient, 2)
        on_rows, on_rates = np.split(multipliers, [len(self.scale)])
        on_f = self.pulls.T @ on_f - self.needed.arms.T @ (self.scale * on_rows)
        return self.weight * (by.T @ cost.hessian @ by) + self._bend(y, (on_a, on_f, -on_rates * self.unit))

    def _bend(self, y: np.ndarray, on: tuple[np.ndarray, np.ndarray, np.ndarray]) -> np.ndarray:
        """Σ of second derivatives of activations, forces and rates."""
        x, z = self.parted(y)
        units = np.concatenate([np.ones(len(x)), self.muscles.start])
        found = self.muscles.bend(x, self.needed.e, self.needed.e_dot, z, *self.given, *on)
        return np.asarray(units[:, None] * found.second * units)
