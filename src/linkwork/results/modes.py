"""Modes of a linear system: frequencies, damping, shapes of the states and of the bodies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from .._display import Viewed
from .state import State
from .verdict import GOOD_VERDICT, Verdict


@dataclass(frozen=True, eq=False, repr=False)
class Modes(Viewed):
    """Modes, slowest first; of two that are conjugate only the one with positive frequency.

    A mode moves as Re(shape · e^{λt}). Where nothing holds a motion, λ is zero and the mode is where it leads: a free
    mass has one, though zero is its eigenvalue twice, since it also drifts there. Undamped modes leave damping out;
    their shapes have unit modal mass.
    """

    eigenvalues: np.ndarray
    """λ (modes), 1/s."""
    states: tuple[str, ...]
    shapes: np.ndarray
    """Of the states (modes × states)."""
    participation: np.ndarray
    """Share of each state in each mode, summing to one (modes × states)."""
    bodies: tuple[str, ...]
    displacements: np.ndarray
    """Of the bodies' origins in world axes (modes × bodies × 3)."""
    turns: np.ndarray
    """Small turns of the bodies in world axes (modes × bodies × 3)."""
    damped: bool
    verdict: Verdict = GOOD_VERDICT
    """That of the linear system they belong to."""
    system: Any = None
    state: State | None = None
    """What they are modes of, and about which state; where they are known, `modes.view()` shows them move."""

    def __len__(self) -> int:
        return len(self.eigenvalues)

    @property
    def frequencies(self) -> np.ndarray:
        """In Hz: Im λ / 2π."""
        return np.asarray(self.eigenvalues.imag / (2.0 * np.pi))

    @property
    def natural_frequencies(self) -> np.ndarray:
        """In Hz, |λ| / 2π: what the frequency would be without the damping ratio."""
        return np.asarray(np.abs(self.eigenvalues) / (2.0 * np.pi))

    @property
    def damping_ratios(self) -> np.ndarray:
        """−Re λ / |λ|; zero where λ is."""
        size = np.abs(self.eigenvalues)
        return np.asarray(np.divide(0.0 - self.eigenvalues.real, size, out=np.zeros(len(size)), where=size > 0.0))

    def on_bodies(self, k: int) -> tuple[Mapping[str, np.ndarray], Mapping[str, np.ndarray]]:
        """(displacements, turns) of one mode by name of body."""
        first = dict(zip(self.bodies, self.displacements[k], strict=True))
        return first, dict(zip(self.bodies, self.turns[k], strict=True))

    def __str__(self) -> str:
        lines = [] if self.verdict.is_good else [str(self.verdict)]
        lines.append("mode   frequency (Hz)   damping   mostly in")
        for k in range(len(self)):
            most = self.states[int(np.argmax(np.round(self.participation[k], 6)))]
            ratio = round(float(self.damping_ratios[k]), 4) + 0.0
            lines.append(f"{k + 1:4d}   {self.frequencies[k]:14.6g}   {ratio:7.4f}   {most}")
        return "\n".join(lines)

    def __repr__(self) -> str:
        return str(self)
