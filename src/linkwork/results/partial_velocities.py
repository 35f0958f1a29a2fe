"""Partial velocities of all bodies at a state, and the Jacobian of any point that follows from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ..contract import ModelError
from ..contract.errors import unknown


@dataclass(frozen=True, eq=False)
class GeneralizedForces:
    """What pushes on each speed: elements by name, gravity, and velocities. `str` is a table."""

    speeds: tuple[str, ...]
    elements: Mapping[str, np.ndarray]
    gravity: np.ndarray
    inertia: np.ndarray
    """What velocities take, as a force: centrifugal, Coriolis and gyroscopic terms."""

    @property
    def total(self) -> np.ndarray:
        """Their sum, h of the equations of motion."""
        return np.sum([*self.elements.values(), self.gravity, self.inertia], axis=0)

    def __getitem__(self, element: str) -> np.ndarray:
        if element not in self.elements:
            raise ModelError(unknown("force, load or rotor", element, self.elements))
        return self.elements[element]

    def __str__(self) -> str:
        rows = {**self.elements, "(gravity)": self.gravity, "(velocities)": self.inertia, "(sum)": self.total}
        first = max(len(name) for name in ("speed", *self.speeds))
        widths = [max(len(name), 11) for name in rows]
        lines = ["  ".join([f"{'speed':<{first}}", *(f"{n:>{w}}" for n, w in zip(rows, widths, strict=True))])]
        for k, speed in enumerate(self.speeds):
            cells = [f"{row[k] + 0.0:>{w}.5g}" for row, w in zip(rows.values(), widths, strict=True)]
            lines.append("  ".join([f"{speed:<{first}}", *cells]))
        return "\n".join(lines)


@dataclass(frozen=True, eq=False)
class Jacobian:
    """V = J u + V_0 and V̇ = J u̇ + bias of a point: [angular; linear] in world axes."""

    J: np.ndarray
    """6 × speeds."""
    V_0: np.ndarray
    """What time alone gives (6)."""
    bias: np.ndarray
    """J̇ u + V̇_0 (6)."""


@dataclass(frozen=True, eq=False)
class PartialVelocities:
    """v_klm and ω_klm of S2 (15)–(17): k counts `bodies`, l `speeds`, m the world's axes; v is that of mass centres.

    `v_0`, `w_0` are the velocities that time alone gives, `a_0`, `alpha_0` the accelerations at u̇ = 0; `com` are the
    mass centres (all bodies × 3).
    """

    bodies: tuple[str, ...]
    speeds: tuple[str, ...]
    v: np.ndarray
    w: np.ndarray
    v_dot: np.ndarray
    w_dot: np.ndarray
    v_0: np.ndarray
    w_0: np.ndarray
    a_0: np.ndarray
    alpha_0: np.ndarray
    com: np.ndarray
    spin: np.ndarray
    """ω of the bodies."""

    def jacobian(self, body: str, place: np.ndarray) -> Jacobian:
        """The Jacobian of the point of a body that is at `place` in the world."""
        k, r = self.index(body), place - self.com[self.index(body)]
        w, spin = self.w[k], self.spin[k]
        J = np.concatenate([w.T, (self.v[k] + np.cross(w, r)).T])
        V_0 = np.concatenate([self.w_0[k], self.v_0[k] + np.cross(self.w_0[k], r)])
        carried = np.cross(self.alpha_0[k], r) + np.cross(spin, np.cross(spin, r))
        return Jacobian(J, V_0, np.concatenate([self.alpha_0[k], self.a_0[k] + carried]))

    def index(self, body: str) -> int:
        """The place of a body in the arrays."""
        return _place("body", body, self.bodies)

    def of(self, body: str, speed: str) -> tuple[np.ndarray, np.ndarray]:
        """(partial velocity of the mass centre, partial angular velocity) of a body for a speed, in world axes."""
        k, column = self.index(body), _place("speed", speed, self.speeds)
        return self.v[k, column], self.w[k, column]


def _place(what: str, name: str, known: Sequence[str]) -> int:
    if name not in known:
        raise ModelError(unknown(what, name, known))
    return known.index(name)
