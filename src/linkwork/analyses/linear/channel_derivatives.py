"""Channels with their derivatives, where it is known how a state changes with variables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ...results.dual_numbers import Varied
from .linear_system import varied_channels
from .variation import Variation


def channel_and_derivatives(v: Variation, name: str, y: np.ndarray, p: np.ndarray) -> Varied:
    """A channel with its gradient, where y (states × variables) and (t, p) change as given."""
    labels, found = varied_channels(v, [name])
    value, gradient = np.asarray(found.value), followed_gradient(v, found, y, p)
    return Varied(value[0], gradient[0]) if labels == (name,) else Varied(value, gradient)


def followed_gradient(v: Variation, found: Any, y: np.ndarray, p: np.ndarray) -> np.ndarray:
    """What follows for expressions whose derivatives were `found` (`formulation/variations.py`)."""
    gradient = np.hstack([found.by_q, found.by_u, found.by_z]) @ y + found.by_p @ p
    if np.any(found.by_s):
        gradient = gradient + found.by_s @ (v.by_state.s_y @ y + v.by_parameters.s_p @ p)
    if np.any(found.by_a) or np.any(found.by_lam):
        u_dot = v.by_state.u_dot_y @ y + v.by_parameters.u_dot_p @ p
        gradient = gradient + found.by_a @ u_dot + found.by_lam @ (v.by_state.lam_y @ y + v.by_parameters.lam_p @ p)
    return np.asarray(gradient)


@dataclass(frozen=True, eq=False)
class StateSensitivity:
    """How a state (of rest, or assembled) moves with variables; `["A.angle"]` and other channels are `Varied`."""

    variation: Variation
    y: np.ndarray
    """∂(q, u, z) (states × variables)."""
    p: np.ndarray
    """∂(t, Parameters) (one row for each × variables)."""

    def __getitem__(self, name: str) -> Varied:
        return channel_and_derivatives(self.variation, name, self.y, self.p)
