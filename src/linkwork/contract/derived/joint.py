r"""Joints as S1 describes them: states, kinematical equations, modes (free, excited, locked), and the dual basis.

A hinge with some coordinates driven by signals and some locked splits its modes: free φ, kinematically excited φ̄_k,
locked φ̄_l. Together with unit vectors for the directions that the hinge itself closes they form a basis of the six
directions, φ̂ = [φ φ̄_k φ̄_l]; its dual is ψ̂ = φ̂⁻ᵀ (S1 (3.18), (3.19)).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from ..arguments import shown_value
from ..errors import ModelError, unknown
from ..hinge import Hinge
from ..signal import Signal, said
from .chain import ZERO_SINGULAR_VALUE
from .hinge_form import HingeForm
from .hinge_numbers import hinge_values, sample_coordinates
from .implicit_form import ImplicitForm, complement


@dataclass(frozen=True)
class ModeVectors:
    """Mode vectors at a configuration, as columns, [angular; linear] in the axes of F, and their dual basis."""

    free: np.ndarray
    excited: np.ndarray
    locked: np.ndarray
    dual_free: np.ndarray
    dual_excited: np.ndarray
    dual_locked: np.ndarray

    @property
    def basis(self) -> np.ndarray:
        """φ̂ = [φ φ̄_k φ̄_l]."""
        return np.hstack([self.free, self.excited, self.locked])

    @property
    def dual(self) -> np.ndarray:
        """ψ̂ = φ̂⁻ᵀ."""
        return np.hstack([self.dual_free, self.dual_excited, self.dual_locked])

    def applied(self, wrench: Any) -> np.ndarray:
        """Generalised applied forces λ = φᵀ A_e (S1 (3.32))."""
        return self.free.T @ np.asarray(wrench, dtype=float)

    def constraint(self, wrench: Any) -> np.ndarray:
        """Generalised constraint forces λ̄ = φ̄ᵀ A, in the excited and locked directions (S1 (3.30))."""
        return np.hstack([self.excited, self.locked]).T @ np.asarray(wrench, dtype=float)

    def constraint_load(self, generalised: Any, wrench: Any = None) -> np.ndarray:
        """The constraint load A_z = (ψ φᵀ − E) A_e + ψ̄ λ̄ of generalised constraint forces λ̄ and an applied wrench
        A_e.

        S1 (3.34). λ̄ is that of the whole load A = A_e + A_z; without an applied wrench A_z = ψ̄ λ̄.
        """
        load = np.hstack([self.dual_excited, self.dual_locked]) @ np.asarray(generalised, dtype=float)
        if wrench is None:
            return load
        applied = np.asarray(wrench, dtype=float)
        return load + self.dual_free @ (self.free.T @ applied) - applied


@dataclass(frozen=True)
class Rank:
    """The rank test of a hinge's coordinates (S0 §3.3): `rank` at a configuration, `generic` at random ones."""

    speeds: int
    rank: int
    generic: int

    @property
    def is_regular(self) -> bool:
        """Whether all speeds are independent here."""
        return self.rank == self.speeds

    def __str__(self) -> str:
        if self.is_regular:
            return f"{self.speeds} independent speeds."
        if self.generic < self.speeds:
            return f"{self.speeds} speeds, but only {self.generic} are necessary: the coordinates are not independent."
        return f"{self.speeds} speeds, of which {self.rank} are independent at this configuration: it is singular."


@dataclass(frozen=True, eq=False)
class Joint:
    """A hinge with some coordinates driven or locked."""

    hinge: Hinge
    drive: Mapping[str, Signal] = field(default_factory=dict)
    lock: Mapping[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not isinstance(self.hinge, Hinge):
            raise ModelError(
                f"Joint: hinge = {shown_value(self.hinge)} is not a joint; give one with its arguments, such as "
                "lw.Revolute('z')."
            )
        kind = self.hinge.kind
        for word, names in (("drive", self.drive), ("lock", self.lock)):
            for name in names:
                if name not in self.hinge.coordinates:
                    raise ModelError(f"{kind}: {word}: {unknown('coordinate', name, self.hinge.coordinates)}")
                if self.speed_of(name) is None:
                    raise ModelError(
                        f"{kind}: {word}: the rate of {name!r} is not a speed of its own, so it cannot be prescribed. "
                        "Use a joint that has such a speed, or a constraint such as PrescribedAttitude."
                    )
        both = set(self.drive) & set(self.lock)
        if both:
            raise ModelError(f"{kind}: {sorted(both)[0]!r} is both driven and locked.")
        for name, signal in self.drive.items():
            if signal.smoothness < 2:
                raise ModelError(
                    f"{kind}: {name!r} is driven by {signal!r}, which is not smooth enough: a driven coordinate needs "
                    f"two continuous derivatives, it has {said(signal.smoothness)}. {signal.remedy}"
                )

    @cached_property
    def form(self) -> HingeForm:
        """The hinge's symbolic form."""
        return HingeForm(self.hinge)

    @cached_property
    def implicit(self) -> ImplicitForm:
        """The implicit form f(B, z, t) = 0 of its positions, with its Jacobian and all conditions on velocities.

        B (3 × 3) is the rotation that takes vectors from the axes of M, the frame at the second end, to those of F,
        the frame at the first; z is the origin of M from that of F, in the axes of F (m). `pose` gives both. A column
        of the Jacobian stands for each of [turn; displacement] of M, about and along x, y, z of F; a row for each
        equation.
        """
        return ImplicitForm(self)

    @property
    def position_states(self) -> tuple[str, ...]:
        """p: the coordinates."""
        return self.hinge.coordinates

    @property
    def velocity_states(self) -> tuple[str, ...]:
        """g: the speeds that are free."""
        prescribed = {self.speed_of(name) for name in (*self.drive, *self.lock)}
        return tuple(s for s in self.hinge.speed_names if s not in prescribed)

    def speed_of(self, coordinate: str) -> str | None:
        """The speed that is the rate of a coordinate, where there is one."""
        k = self.hinge.coordinates.index(coordinate)
        if type(self.hinge).q_dot is Hinge.q_dot:
            return self.hinge.speed_names[k]
        rate = self.form.q_dot[k]
        for speed, name in zip(self.form.u, self.hinge.speed_names, strict=True):
            if rate is speed:
                return name
        row = self.form.Y_1[k]
        hits = [k for k, entry in enumerate(row) if not _is(entry, 0.0)]
        if len(hits) == 1 and _is(row[hits[0]], 1.0) and _is(self.form.Y_2[k], 0.0):
            return self.hinge.speed_names[hits[0]]
        return None

    def kinematics(self, q: Any, t: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
        """(Y_1, Y_2) of ṗ = Y_1 g + Y_2, with the excitation κ(t) of driven coordinates in Y_2 (S1 (3.27))."""
        form = self.form
        both = hinge_values(form, q, None, t, y1=form.Y_1, y2=form.Y_2)
        free = [self.hinge.speed_names.index(s) for s in self.velocity_states]
        y2 = both.y2.copy()
        for name, signal in self.drive.items():
            y2 += both.y1[:, self.hinge.speed_names.index(self.speed_of(name))] * signal.derivative(t)
        return both.y1[:, free], y2

    def excitation(self, t: float) -> dict[str, tuple[float, float, float]]:
        """η, κ and κ̇ of every driven coordinate: value and two derivatives."""
        return {n: (s(t), s.derivative(t, 1), s.derivative(t, 2)) for n, s in self.drive.items()}

    def pose(self, q: Any, t: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
        """The explicit form: rotation B and position z of M in F, at coordinates in order or by name."""
        form = self.form
        found = hinge_values(form, q, None, t, R=form.pose.R, p=form.pose.p)
        return found.R, found.p

    def modes(self, q: Any, t: float = 0.0) -> ModeVectors:
        """Mode vectors and dual basis at a configuration."""
        form = self.form
        found = hinge_values(form, q, None, t, phi=form.phi, R=form.pose.R)
        phi = np.vstack([found.R @ found.phi[:3], found.R @ found.phi[3:]])
        speeds = self.hinge.speed_names
        driven = [speeds.index(self.speed_of(n)) for n in self.drive]
        held = [speeds.index(self.speed_of(n)) for n in self.lock]
        free = [k for k in range(len(speeds)) if k not in driven and k not in held]
        if np.linalg.matrix_rank(phi, tol=ZERO_SINGULAR_VALUE) < phi.shape[1]:
            raise ModelError(f"{self.hinge.kind}: {self.rank(q, t)} Modes have no dual basis there.")
        basis = np.hstack([phi[:, free], phi[:, driven], phi[:, held], complement(phi)])
        dual = np.linalg.inv(basis).T
        a, b = len(free), len(free) + len(driven)
        return ModeVectors(basis[:, :a], basis[:, a:b], basis[:, b:], dual[:, :a], dual[:, a:b], dual[:, b:])

    def rank(self, q: Any, t: float = 0.0) -> Rank:
        """The rank test at a configuration."""
        form = self.form
        here = hinge_values(form, q, None, t, phi=form.phi).phi
        rng = np.random.default_rng(3)
        generic = max(
            _rank(hinge_values(form, sample_coordinates(form, rng), None, t, phi=form.phi).phi) for _ in range(3)
        )
        return Rank(len(self.hinge.speed_names), _rank(here), generic)


def _rank(phi: Any) -> int:
    return int(np.linalg.matrix_rank(np.asarray(phi, dtype=float), tol=ZERO_SINGULAR_VALUE)) if np.size(phi) else 0


def _is(entry: Any, value: float) -> bool:
    return entry == value if isinstance(entry, float) else getattr(entry, "op", "") == "const" and entry.data == value
