"""A rest with contacts: modes and margins of all points, and whether their loads are the only ones possible."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from ...contract.errors import joined
from ...diagnosis import NO_NOTES, Notes, note
from ...numerics.contact.most_grip import most_grip
from ...results import ContactMargin, State
from ...system import System
from ..contact.contact_equations import ContactEquations
from ..contact.contact_scales import ContactScales
from ..contact.contact_table import ContactTable
from ..contact.state_margins import PULLED, STATE_MARGINS_NULL, borders_of, left_null_space, margins_of_forces
from .contact_steps import ContactSteps, LinearStep, RestStep


@dataclass(frozen=True, eq=False)
class ContactRest:
    """How contacts hold a rest."""

    state: State
    """With modes."""
    lam: np.ndarray
    margins: Mapping[str, ContactMargin]
    """By point."""
    scales: ContactScales
    """What margins are compared with."""
    notes: Notes = NO_NOTES
    """Which loads are not unique: normal ones, or friction where only that is not."""

    @property
    def borders(self) -> list[ContactMargin]:
        """Points with nothing left until they open, close or slide."""
        return borders_of(self.margins.values(), self.scales)


@dataclass(frozen=True, eq=False)
class NoContactRest:
    """A system without contacts."""

    margins: Mapping[str, ContactMargin] = field(default_factory=dict)
    borders: tuple[ContactMargin, ...] = ()
    notes: Notes = NO_NOTES


def contact_rest(steps: ContactSteps, found: RestStep) -> ContactRest:
    """What a search ended with."""
    table, scales = steps.table, ContactScales.at(steps.table, found.state)
    pressed = _pressed(table, found, scales)
    loads = FreeLoads(steps, found, pressed)
    lam = loads.shared()
    at = ContactEquations(table, found.state)
    switches = [at.sticking(k) if k in pressed else {} for k in range(len(table))]
    state = scales.shifted(table, table.with_switches(found.state, switches))
    margins = margins_of_forces(table, state, lam)
    return ContactRest(state, lam, {m.point: m for m in margins}, scales, loads.notes())


def _pressed(table: ContactTable, found: RestStep, scales: ContactScales) -> list[int]:
    """Points that carry something."""
    return [k for k, p in enumerate(table.points) if found.lam[p.normal] > PULLED * scales.force]


class FreeLoads:
    """Loads of pressed points that could be others with the same rest.

    They may change along null vectors of the rows, the other constraints giving way, unless that leads out of their
    cones, which the contact solver has found out (`redundancy`). Normal loads are those of least norm, with friction
    that uses the same part of every grip, Σ λ_T²/(μ λ_N) being least. Where that would let a point slide, loads are
    those that leave most: what holds with some loads, holds.
    """

    def __init__(self, steps: ContactSteps, found: RestStep, pressed: list[int]) -> None:
        self.steps, self.found, self.pressed = steps, found, pressed
        self.redundancy = 0 if found.solution is None else found.solution.redundancy

    @cached_property
    def linear(self) -> LinearStep:
        """Rows at the rest."""
        return LinearStep(self.steps, self.found.state, self.found.lam)

    @cached_property
    def rows(self) -> list[list[int]]:
        """Of every pressed point, that of the gap first."""
        return [self.linear.rows(k) for k in self.pressed]

    def _null_space(self, rows: list[int]) -> np.ndarray:
        """Combinations of multipliers that other constraints take up (rows × combinations)."""
        return left_null_space(self.linear.P[rows] @ self.linear.basis)

    @cached_property
    def _radii(self) -> list[float]:
        """μ of every pressed point."""
        return [self.steps.table.points[k].static_friction(self.found.state) for k in self.pressed]

    def _has_grip(self, lam: np.ndarray) -> bool:
        """Whether every pressed point has something left."""
        low = PULLED * float(np.abs(lam).max(initial=0.0))
        return all(
            lam[n] > low and (not t or mu * lam[n] - float(np.linalg.norm(lam[t])) > low)
            for (n, *t), mu in zip(self.rows, self._radii, strict=True)
        )

    def _held(self, lam: np.ndarray) -> np.ndarray:
        """The same loads of contacts, with those of other constraints that go with them."""
        own = [row for rows in self.rows for row in rows]
        needed = -self.linear.h - self.linear.P[own].T @ lam[own]
        lam[self.steps.table.bilateral] = self.linear.back.T @ needed
        return lam

    @cached_property
    def _chosen(self) -> tuple[np.ndarray, str]:
        """(multipliers, how they were chosen)."""
        lam = self.found.lam.copy()
        rows = [row for own in self.rows for row in own[1:]] if self.redundancy else []
        if not rows:
            return lam, "minimum norm"
        grips = np.array([mu * lam[own[0]] for own, mu in zip(self.rows, self._radii, strict=True) for _ in own[1:]])
        if (grips > 0.0).all():
            null, weights = self._null_space(rows), 1.0 / np.sqrt(grips)
            shared = lam.copy()
            shared[rows] += null @ np.linalg.lstsq(weights[:, None] * null, -weights * lam[rows], rcond=None)[0]
            if self._has_grip(shared):
                return self._held(shared), "shared by grip"
        flat = [row for own in self.rows for row in own]
        size = float(np.abs(lam[flat]).max(initial=0.0)) or 1.0
        mean = float(np.mean([lam[own[0]] for own in self.rows])) / size
        cones = [
            (flat.index(n), [flat.index(row) for row in t], mu, mean)
            for (n, *t), mu in zip(self.rows, self._radii, strict=True)
        ]
        lam[flat] = size * most_grip(lam[flat] / size, self._null_space(flat), cones)[1]
        return (self._held(lam), "what leaves most grip") if self._has_grip(lam) else (self.found.lam, "minimum norm")

    def shared(self) -> np.ndarray:
        """Multipliers that are shown: normal loads of least norm and friction shared by grip, where that holds."""
        return self._chosen[0]

    def notes(self) -> Notes:
        """Which loads are not unique."""
        if not self.redundancy or not self.pressed:
            return Notes()
        flat = [row for own in self.rows for row in own]
        null = self._null_space(flat)
        normals = null[[flat.index(own[0]) for own in self.rows]]
        size = float(np.abs(null).max(initial=0.0)) or 1.0
        ways = int(np.linalg.matrix_rank(normals, tol=STATE_MARGINS_NULL * size)) if normals.size else 0
        names = [self.steps.table.points[k].label for k in self.pressed]
        if not ways:
            said = f"{joined(names)}: friction is not unique ({_ways(self.redundancy)}). Shown: {self._chosen[1]}."
            return Notes([note("contact_friction_not_unique", said)])
        moved = [k for k, row in enumerate(normals) if np.abs(row).max(initial=0.0) > STATE_MARGINS_NULL * size]
        total = float(sum(self.shared()[self.rows[k][0]] for k in moved))
        is_unique = np.abs(normals.sum(axis=0)).max(initial=0.0) <= STATE_MARGINS_NULL * size
        said = f"; the sum, {total:.4g} N, is" if is_unique else ""
        carrying = joined([names[k] for k in moved])
        how = "minimum norm" if self._chosen[1] == "shared by grip" else self._chosen[1]
        said = f"{carrying} carry a load that is not unique ({_ways(ways)}){said}. Shown: {how}."
        return Notes([note("contact_load_not_unique", said)])


def _ways(count: int) -> str:
    return "one redundancy" if count == 1 else f"{count} redundancies"


def rest_failure(system: System, steps: ContactSteps, found: RestStep) -> str:
    """Why no rest was found: what goes on moving, and which contacts cannot hold it."""
    scale = steps.closures.speed_scale
    worst = int(np.argmax(np.abs(found.change) / scale))
    name = system.layout.u[worst].removesuffix("_dot")
    said = f"model {system.model.name!r}: no equilibrium was found: {name} goes on changing"
    sliding = (
        []
        if found.solution is None
        else [
            steps.table.points[k]
            for k, mode in zip(found.points, found.solution.modes, strict=True)
            if mode == "slip" and found.lam[steps.table.points[k].normal] > 0.0
        ]
    )
    if not sliding:
        return (
            f"{said}, and no contact stops it. Give a guess nearer to rest, hold it with a spring or a stop, or see "
            f"with "
            "a damped simulation where the model goes."
        )
    grips = joined(
        [
            f"contact {p.label} ({p.static_friction(found.state) * found.lam[p.normal]:.4g} N of friction)"
            for p in sliding
        ]
    )
    verb = "slides on and does" if len(sliding) == 1 else "slide on and do"
    return f"{said}: {grips} {verb} not hold it. Take more friction, or hold it with a spring or a stop."
