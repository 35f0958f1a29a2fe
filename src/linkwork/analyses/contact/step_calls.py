"""What steps over impacts call back: contacts that are found, laws that no kernel has, contact solvers of choice."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

import numpy as np

from ...contract import ModelError
from ...formulation.contact_step import WITHOUT_EDGES
from ...kernels.loops.calls import KERNEL_SIGNATURE
from ...numerics.contact.problem import contact_problem
from ...numerics.contact.solve import solve_contact
from ...results import State
from ...topology.contacts import WITHIN
from .contact_table import ContactTable
from .detected_contacts import DetectedContacts


class StepCalls:
    """Functions that compiled loops call back; an error of one is kept until the loop has returned."""

    def __init__(self) -> None:
        self.error: BaseException | None = None
        self._callbacks: list[Any] = []

    def words(self, function: Callable[[], None]) -> np.ndarray:
        """A function as four integers, by which loops call it."""

        def run(*_: Any) -> None:
            try:
                if self.error is None:
                    function()
            except BaseException as error:  # raised in Python once the loop has returned
                self.error = error

        self._callbacks.append(KERNEL_SIGNATURE(run))
        address = ctypes.cast(self._callbacks[-1], ctypes.c_void_p).value
        return np.array([address, 0, 0, 0], dtype=np.int64)

    def raise_pending(self) -> None:
        """Raises what a function raised."""
        error, self.error = self.error, None
        if error is not None:
            raise error


class FoundContacts:
    """Contacts that the detection of collisions finds, each in a slot behind the points of the system while it is near.

    A feature keeps its slot, and with it the impulse of the step before.
    """

    def __init__(self, table: ContactTable) -> None:
        assert table.detection is not None
        self.table, self.detection = table, table.detection
        self.slots: dict[int, int] = {}
        """Of features by number."""
        self.here: DetectedContacts | None = None
        self.lacking = 0
        """How many more slots were needed than there are."""

    def look(self, state: State, terms: Any, to_speeds: Callable[[np.ndarray], np.ndarray]) -> None:
        """Writes rows, gaps and laws of what is near at a state; `to_speeds` gives columns for the speeds of loops."""
        self.here = here = self.detection.at(state)
        first, points = len(self.table.points), terms.points
        room = len(points.normals) - first
        self.slots = {number: slot for number, slot in self.slots.items() if number in here.found}
        free = iter(sorted({*range(room)} - {*self.slots.values()}))
        fresh = [number for number in here.found if number not in self.slots]
        self.slots |= dict(zip(fresh, free, strict=False))
        self.lacking = max(0, len(here.found) - room)
        points.gap[first:], points.is_placed[first:] = np.inf, 1
        P, P_0, P_00 = here.rows
        for number, slot in self.slots.items():
            k, rows, own = first + slot, slice(3 * slot, 3 * slot + 3), slice(3 * number, 3 * number + 3)
            point = self.detection.points[number]
            terms.found.P[rows], terms.found.P_0[rows], terms.found.P_00[rows] = to_speeds(P[own]), P_0[own], P_00[own]
            points.height[k] = points.gap[k] = here.gaps[number]
            points.slips[k] = [terms.found.first + 3 * slot + c if point.slips else -1 for c in (1, 2)]
            speed = float(np.linalg.norm((P[own] @ state.u + P_0[own])[1:]))
            points.mu_slip[k], points.mu_stick[k] = point.friction(speed, state), point.static_friction(state)
            points.restitution[k], points.inside[k], points.acts[k] = point.restitution(state), WITHOUT_EDGES, 1.0
        gone = np.setdiff1d(np.arange(room), np.array([*self.slots.values()], dtype=int))
        points.impulse[first + gone] = 0.0

    def numbers(self) -> dict[int, int]:
        """Which point of the table stands in a slot."""
        first = len(self.table.points)
        return {first + slot: first + number for number, slot in self.slots.items()}


def needs_calls(table: ContactTable) -> bool:
    """Whether laws of points change with the state, and no kernel has them."""
    return any(p.has_edges or (p.slips and callable(p.element.friction)) for p in table.points)


def put_laws(table: ContactTable, state: State, points: Any) -> None:
    """Writes laws of all points of a system at a state."""
    edged = [(k, f"{p.label}.{WITHIN}") for k, p in enumerate(table.points) if p.has_edges and not points.is_off[k]]
    row, names = np.concatenate([state.q, state.u, np.asarray(state.z)])[None], tuple(name for _, name in edged)
    inside = table.system.channels.along(names, np.array([state.t]), row, state.parameters) if edged else {}
    slides = [k for k, p in enumerate(table.points) if p.slips and callable(p.element.friction)]
    gamma = np.zeros(0)
    if slides:
        rows = table.system.functions.at("rows", table.all_on(state))
        gamma = np.asarray(rows.P @ state.u + rows.P_0)
    for k, p in enumerate(table.points):
        speed = float(np.linalg.norm(gamma[list(p.slips)])) if k in slides else 0.0
        points.mu_slip[k], points.mu_stick[k] = p.friction(speed, state), p.static_friction(state)
        points.restitution[k], points.acts[k] = p.restitution(state), float(p.is_active(state))
        points.inside[k] = WITHOUT_EDGES
    for k, name in edged:
        points.inside[k] = float(inside[name][0])


def solve_by_choice(terms: Any, solver: str, labels: Callable[[int], str], t: float) -> None:
    """Solves the contact problem of a step by the solver of this name."""
    s = terms.solver
    rows, count = int(s.rows.count[0]), int(s.rows.count[1])
    active = terms.points.active[:count].tolist()
    problem = contact_problem(
        s.rows.G[:rows, :rows].copy(),
        s.rows.b[:rows].copy(),
        tangents=s.rows.tangents[:count].tolist(),
        mu=s.mu_stick[:count].copy(),
        mu_slip=s.mu_slip[:count].copy(),
        labels=[labels(k) for k in active],
    )
    try:
        found = solve_contact(problem, solver, s.x[:rows].copy(), looks_for_others=False)
    except ValueError as unsuited:
        raise ModelError(f"t = {t:.6g}: {unsuited}", "simulate") from None
    s.x[:rows], s.rest[0] = found.x, found.residual.largest
