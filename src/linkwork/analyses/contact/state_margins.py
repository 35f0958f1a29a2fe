"""Contacts at one state: what is left until each point changes, and whether its mode fits the state at all."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ...contract import ModelError
from ...numerics.contact.most_grip import most_grip
from ...results import ContactMargin, State
from ...system import System
from .contact_equations import ContactEquations
from .contact_scales import ContactScales
from .contact_table import OPEN, SLIP, STICK, ContactTable, contact_table, has_contacts

FITS = 1e-6
"""What a mode may be off a state by, in sizes of the model, as other constraints may."""
PULLED = 1e-9
"""Forces that pull by less than this, in those of the model, are rounding."""
STATE_MARGINS_NULL = 1e-9
"""Singular values below this part of the largest are zero."""


@dataclass(frozen=True, eq=False)
class StateContacts:
    """The contacts of a system at a state, in the modes that it has."""

    table: ContactTable
    state: State

    @cached_property
    def equations(self) -> ContactEquations:
        """Gaps, velocities and responses."""
        return ContactEquations(self.table, self.state)

    @cached_property
    def scales(self) -> ContactScales:
        """Sizes of the model."""
        return ContactScales.at(self.table, self.state)

    @property
    def modes(self) -> tuple[str, ...]:
        """How each point is."""
        return self.table.modes(self.state)

    @property
    def open_ones(self) -> State:
        """The state with all points open."""
        return self.table.with_switches(self.state, [{} for _ in self.table.points])

    @cached_property
    def unsaid(self) -> list[int]:
        """Points that touch and do not part, and are open by their mode: a run would not leave them so."""
        rest = self.scales.resting
        return [
            k
            for k, (gap, rate) in enumerate(
                zip(self.equations.kinematics.gaps, self.equations.kinematics.normal_speeds, strict=True)
            )
            if self.modes[k] == OPEN and gap <= self.scales.touching and rate <= rest
        ]

    @property
    def approaching(self) -> list[int]:
        """Points that touch and approach: an impact is due."""
        return [
            k
            for k, (gap, rate) in enumerate(
                zip(self.equations.kinematics.gaps, self.equations.kinematics.normal_speeds, strict=True)
            )
            if gap <= self.scales.touching and rate < -self.scales.resting
        ]

    @property
    def are_set(self) -> bool:
        """Whether modes fit the state: closed points touch, sticking ones rest, sliding ones go their way, none pulls.

        Forces are looked at only where places and velocities fit.
        """
        closed = [k for k, mode in enumerate(self.modes) if mode != OPEN]
        if self.unsaid or not all(map(self._moves_so, closed)):
            return False
        low = -PULLED * self.scales.force
        found = [self.margins[k] for k in closed]
        return all(m.normal_force >= low and (m.mode != STICK or m.grip is None or m.grip >= low) for m in found)

    def _moves_so(self, k: int) -> bool:
        """Whether a closed point is where its mode says, and goes the way that it says."""
        e, scales = self.equations, self.scales
        if abs(e.kinematics.gaps[k]) > FITS * scales.length or abs(e.kinematics.normal_speeds[k]) > FITS * scales.speed:
            return False
        slip = e.slip(k)
        if self.modes[k] == STICK:
            return bool(np.linalg.norm(slip) <= FITS * scales.speed)
        point = self.table.points[k].point
        if self.state.parameters[point.switch("follow")]:
            return True
        along = np.array([self.state.parameters[point.switch(f"direction_{j + 1}")] for j in range(len(point.slips))])
        return bool(along @ e.direction(k, slip) >= -FITS * scales.speed)

    @cached_property
    def margins(self) -> tuple[ContactMargin, ...]:
        """What is left of every point, with the forces of the motion at the state.

        Where these are not unique, and those of least norm leave nothing, they are the ones that leave most.
        """
        lam = self.table.system.functions.motion(self.state).lam
        found = margins_of_forces(self.table, self.state, lam)
        if not borders_of(found, self.scales):
            return found
        return margins_of_forces(self.table, self.state, self._with_most_grip(lam))

    @property
    def borders(self) -> list[ContactMargin]:
        """Points that go on in one way on one side of the state, and in another on the other."""
        return borders_of(self.margins, self.scales)

    def _with_most_grip(self, lam: np.ndarray) -> np.ndarray:
        """Multipliers that give the same motion and leave most until a point opens or slides."""
        e, closed = self.equations, [k for k, mode in enumerate(self.modes) if mode != OPEN]
        if not closed:
            return lam
        own, places, effects = list[int](), [], []
        for k in closed:
            n, *t = e.rows_of([k])
            across = e.response.responses([n, *t])
            rows = [n]
            if self.modes[k] == STICK:
                rows += t
                effects += list(across)
            else:
                slip = e.slip(k)
                speed = float(np.linalg.norm(slip)) or 1.0
                effects.append(across[0] - self.table.points[k].friction(speed, self.state) * slip / speed @ across[1:])
            places.append(list(range(len(own), len(own) + len(rows))))
            own += rows
        null = left_null_space(np.array(effects))
        if not null.shape[1]:
            return lam
        size = float(np.abs(lam[own]).max(initial=0.0)) or 1.0
        mean = float(np.mean([abs(lam[e.rows_of([k])[0]]) for k in closed])) / size or 1.0
        cones = [
            (n, t, self.table.points[k].static_friction(self.state), mean)
            for k, (n, *t) in zip(closed, places, strict=True)
        ]
        found = lam.copy()
        found[own] = size * most_grip(lam[own] / size, null, cones)[1]
        return found


def borders_of(margins: Iterable[ContactMargin], scales: ContactScales) -> list[ContactMargin]:
    """Closed points with no force left, sliding ones that do not move, open ones that touch."""
    low = PULLED * scales.force
    found = []
    for m in margins:
        if m.mode == OPEN:
            is_out = m.gap <= scales.touching and m.gap_dot <= scales.resting
        else:
            is_out = m.normal_force <= low or (m.grip is not None and m.grip <= low)
            is_out = is_out or (m.mode == SLIP and m.slip <= scales.resting)
        found += [m] if is_out else []
    return found


def left_null_space(matrix: np.ndarray) -> np.ndarray:
    """Combinations of rows that vanish (rows × combinations), rows taken in comparable units."""
    sizes = np.linalg.norm(matrix, axis=1)
    scale = 1.0 / np.where(sizes > 0.0, sizes, 1.0)
    u, values, _ = np.linalg.svd(scale[:, None] * matrix)
    rank = int((values > STATE_MARGINS_NULL * max(float(values.max(initial=0.0)), 1e-300)).sum())
    return np.asarray(scale[:, None] * u[:, rank:])


def refuse_borders(borders: Sequence[ContactMargin], t: float, what: str) -> None:
    """Raises where some point is about to go on in another way: what is linear has one way."""
    if not borders:
        return
    raise ModelError(
        f"{what}: at t = {t:g} {'; '.join(map(str, borders))}: there it is about to go on in another way, and on "
        f"either "
        "side of the state the motion follows other equations. Take a state beside it, or change a load, a place or a "
        "coefficient of friction a little."
    )


def margins_of_forces(table: ContactTable, state: State, lam: np.ndarray) -> tuple[ContactMargin, ...]:
    """What is left of every point under multipliers of all rows."""
    equations = ContactEquations(table, state)
    found = []
    for k, (p, mode) in enumerate(zip(table.points, table.modes(state), strict=True)):
        gap, slip = float(equations.kinematics.gaps[k]), float(np.linalg.norm(equations.slip(k)))
        if mode == OPEN:
            found.append(
                ContactMargin(p.label, mode, gap, slip=slip, gap_dot=float(equations.kinematics.normal_speeds[k]))
            )
            continue
        normal, friction, grip = float(lam[p.normal]), float(np.linalg.norm(lam[list(p.slips)])), None
        if mode == SLIP:
            friction = p.friction(slip, state) * normal
        elif len(p.slips):
            grip = p.static_friction(state) * normal - friction
        found.append(ContactMargin(p.label, mode, 0.0, normal, friction, grip, slip))
    return tuple(found)


def contacts_at(system: System, state: State) -> StateContacts:
    """The contacts of a system at a state."""
    return StateContacts(contact_table(system), state)


def without_contacts(system: System, state: State) -> State:
    """The state with all points open; the same where there are none."""
    return contacts_at(system, state).open_ones if has_contacts(system) else state


def deepest_overlap(system: System, states: Sequence[State]) -> str:
    """Where bodies overlap most along a motion, in words; nothing where they do not."""
    if not has_contacts(system) or not states:
        return ""
    table = contact_table(system)
    gaps = np.array([ContactEquations(table, state).kinematics.gaps for state in states])
    when, k = np.unravel_index(int(np.argmin(gaps)), gaps.shape)
    depth = -float(gaps[when, k])
    if depth <= FITS * ContactScales.at(table, states[0]).length:
        return ""
    return f"the motion enters contact {table.points[k].label}, by {depth:.4g} m at t = {states[int(when)].t:.6g}"
