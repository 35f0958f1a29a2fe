r"""The contact problem on acceleration level: how points that touch and do not part go on.

Those that slide have friction $-\mu\lambda_N s$ folded into their column; the rest may open, stick or begin to slide:
$0 \le \dot\gamma_N \perp \lambda_N \ge 0$ with Coulomb's cone.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from ...contract import ModelError
from ...diagnosis import Note, note
from ...numerics.contact.impact_laws import ImpactResult, solve_impact
from ...numerics.contact.painleve import SlidingContact, examine_sliding, painleve_sentence
from ...numerics.contact.problem import ContactProblem, contact_problem, fold_slip
from ...numerics.contact.solution import ContactSolution
from ...numerics.contact.solve import solve_contact
from .contact_equations import ContactEquations
from .contact_scales import ContactScales
from .contact_table import OPEN, SLIP, STICK, ContactTable
from .force_response import NULL_TOLERANCE
from .point_rows import PointRows

UNFREEZE = 4.0
"""A direction that was kept is let go at so many times the speed below which it is kept."""
USED_UP = 1e-7
"""Loads below this, in forces of the model, are used up where an event says so."""
NO_RATE = 1e-9
"""Accelerations below this part of the largest are rounding."""
MODES_KNOWN = 1e-6
"""Natural residuals below which modes are known: at the very border of stick and slip iterations come no nearer, and
forces of the run come from its own rows."""


@dataclass(frozen=True, eq=False)
class TouchingPoints:
    """Points that touch at a state, and the contact problem of their accelerations."""

    table: ContactTable
    scales: ContactScales
    at: ContactEquations
    touching: Sequence[int]
    excluded: Mapping[int, Collection[str]]

    @cached_property
    def points(self) -> list[PointRows]:
        """Those that touch."""
        return [self.table.points[k] for k in self.touching]

    @cached_property
    def rows(self) -> list[int]:
        """Their rows, point after point."""
        return self.at.rows_of(self.touching)

    @cached_property
    def slips(self) -> list[np.ndarray]:
        """γ_T of each."""
        return [self.at.slip(k) for k in self.touching]

    @cached_property
    def speeds(self) -> list[float]:
        """‖γ_T‖ of each."""
        return [float(np.linalg.norm(slip)) for slip in self.slips]

    @cached_property
    def slides(self) -> list[bool]:
        """Whether each slides already."""
        return [len(x) > 0 and v > self.scales.resting for x, v in zip(self.slips, self.speeds, strict=True)]

    @cached_property
    def problem(self) -> ContactProblem:
        """All points with all their rows."""
        state = self.at.state
        sliding = [
            p.friction(v if slides else 0.0, state)
            for p, v, slides in zip(self.points, self.speeds, self.slides, strict=True)
        ]
        return contact_problem(
            self.at.response.delassus(self.rows),
            self.at.response.accelerations(self.rows),
            tangents=[len(x) for x in self.slips],
            mu=[max(p.static_friction(state), mu) for p, mu in zip(self.points, sliding, strict=True)],
            mu_slip=sliding,
            excluded=[self.excluded.get(k, ()) for k in self.touching],
            labels=[p.label for p in self.points],
        )

    @cached_property
    def folded(self) -> ContactProblem:
        """The same without tangential rows of points that slide."""
        problem = self.problem
        for k, slides in enumerate(self.slides):
            if slides:
                problem = fold_slip(problem, k, self.slips[k] / self.speeds[k])
        return problem

    def mu(self, place: int) -> float:
        """The coefficient of friction of a point that slides."""
        return float(self.problem.mu_slip[place])

    def examined(self, place: int) -> SlidingContact:
        """What the force of a sliding point does to it."""
        p, rows = self.problem, self.problem.rows(place)
        direction = self.slips[place] / self.speeds[place]
        return examine_sliding(p.G[np.ix_(rows, rows)], float(p.b[rows[0]]), direction, self.mu(place))


@dataclass(frozen=True, eq=False)
class ModeChoice:
    """Modes and forces of points that touch, at a state."""

    on: TouchingPoints

    @cached_property
    def found(self) -> ContactSolution | None:
        """Its solution, that whose modes are those of now where there are several; None where nothing touches."""
        if not self.on.touching:
            return None
        found = solve_contact(self.on.folded, unit="N")
        if found.solutions != "several":
            return found
        now = [self.on.table.modes(self.on.at.state)[k] for k in self.on.touching]
        for solution in (found, *found.others):
            modes = [m if not s or m == OPEN else SLIP for m, s in zip(solution.modes, self.on.slides, strict=True)]
            if modes == now:
                return solution
        return found

    @property
    def solutions(self) -> str:
        """How many there are."""
        if self.found is None:
            return "one"
        return "several" if self.found.others else self.found.solutions

    @property
    def exists(self) -> bool:
        """Whether forces fit."""
        if self.found is None:
            return True
        is_near = self.found.is_converged or self.found.residual.largest <= MODES_KNOWN
        return self.found.solutions != "none" and is_near

    @cached_property
    def notes(self) -> list[Note]:
        """Notes."""
        if self.found is None:
            return []
        said = list(self.found.notes) if self.found.is_converged else []
        if self.solutions != "several":
            return said
        if len(self.on.points) == 1 and self.on.slides[0]:
            kept = "It lifts off" if self.found.modes[0] == OPEN else "It goes on sliding"
            return [painleve_sentence(self.on.points[0].label, self.on.examined(0), self.on.mu(0), kept=kept)]
        names = ", ".join(p.label for p in self.on.points)
        return [
            *said,
            note(
                "contact_several_solutions",
                f"{names}: forces are not unique, so the motion could continue in several ways; modes stay if they can",
                about="modes",
            ),
        ]

    @cached_property
    def gone(self) -> set[int]:
        """Points whose load an event has used up, to rounding: they are open."""
        ended = [
            place for place, k in enumerate(self.on.touching) if {"stick", "slip"} <= set(self.on.excluded.get(k, ()))
        ]
        if not ended:
            return set()
        found = solve_contact(replace(self.on.folded, excluded=(frozenset(),) * len(self.on.points)), unit="N")
        loads = {place: float(found.x[self.on.folded.rows(place)[0]]) for place in ended}
        least = USED_UP * self.on.scales.force
        return {self.on.touching[place] for place, load in loads.items() if found.is_converged and load <= least}

    def impact_without_collision(self) -> tuple[ImpactResult, Note]:
        """(the impact, a note): what stops the sliding where no force keeps bodies apart."""
        p = self.on.problem
        sliding = [k for k, slides in enumerate(self.on.slides) if slides]
        names = ", ".join(self.on.points[k].label for k in sliding or range(len(self.on.points)))
        found = solve_impact(
            p.G,
            self.on.at.kinematics.velocities[self.on.rows],
            p.tangents,
            0.0,
            p.mu_stick,
            mu_slip=p.mu_slip,
            excluded=[("open", "slip") if k in sliding else () for k in range(len(self.on.points))],
            labels=p.labels,
        )
        if not sliding or found.solutions == "none" or not found.is_converged:
            self.on.at.response.refuse_driven(self.on.touching)
            has_friction = any(p.element.has_friction for p in self.on.points)
            why = "friction is too large for rigid contact here" if has_friction else "other constraints press them on"
            do = "take a smaller friction" if has_friction else "look at what holds them"
            raise ModelError(
                f"contacts {names}: no forces and no impulses keep bodies apart at t = {self.on.at.state.t:.6g} ({why}"
                f"); {do}, or a compliant contact such as lw.SpherePlaneContact."
            )
        k = sliding[0]
        return found, painleve_sentence(p.labels[k], self.on.examined(k), self.on.mu(k))

    @cached_property
    def modes(self) -> list[str]:
        """How each point goes on."""
        if self.found is None:
            return []
        return [SLIP if s and m != OPEN else m for m, s in zip(self.found.modes, self.on.slides, strict=True)]

    def switches(self) -> list[dict[str, float]]:
        """How every point goes on, in numbers."""
        shifts = self.on.scales.gap_shifts(
            self.on.table, self.on.at.state, self.on.at.kinematics.gaps, self.on.at.kinematics.normal_speeds
        )
        found: list[dict[str, float]] = [{"gap_shift": shift} for shift in shifts]
        for place, (k, mode) in enumerate(zip(self.on.touching, self.modes, strict=True)):
            if mode == STICK:
                found[k] = self.on.at.sticking(k)
            elif mode == SLIP:
                found[k] = self._sliding(k, place)
        return found

    def _sliding(self, k: int, place: int) -> dict[str, float]:
        """A point that slides: along its velocity, or slowly in a direction that is kept, in the plane for good."""
        slow = self.on.scales.slow if len(self.on.slips[place]) == 2 else 0.0
        if slow and self.on.speeds[place] > 2.0 * slow:
            return {"closed": 1.0, "follow": 1.0, "slow": slow}
        return kept_direction(self.on.at.direction(k, self.way(place)), slow)

    def way(self, place: int) -> np.ndarray:
        """The direction in which a point slides, or begins to."""
        if self.on.slides[place]:
            return self.on.slips[place] / self.on.speeds[place]
        rows = self.on.folded.rows(place)
        assert self.found is not None
        rate = self.found.y[rows[1:]]
        size = float(np.linalg.norm(rate))
        # At the very border of stick friction tells the direction, and the acceleration is rounding.
        against = -self.found.x[rows[1:]]
        direction = rate / size if size > NO_RATE * float(np.abs(self.on.folded.b).max(initial=0.0)) else _unit(against)
        return direction if len(direction) == 2 else np.sign(direction)

    @cached_property
    def is_redundant(self) -> bool:
        """Whether rows of points that are closed from now on repeat each other, or other constraints."""
        kept = [
            row
            for place, mode in enumerate(self.modes)
            if mode != OPEN
            for row in (self.on.problem.rows(place) if mode == STICK else self.on.problem.rows(place)[:1])
        ]
        if not kept:
            return False
        G = self.on.problem.G[np.ix_(kept, kept)]
        size = np.diagonal(G)
        if len(kept) == 1:
            return False
        if not (size > 0.0).all():
            return True
        scale = 1.0 / np.sqrt(size)
        return bool(np.linalg.eigvalsh(scale[:, None] * G * scale)[0] < NULL_TOLERANCE)

    @cached_property
    def forces(self) -> np.ndarray:
        """Forces along all rows, friction of sliding points unfolded."""
        forces = np.zeros(len(self.on.rows))
        for k in range(len(self.on.points)):
            rows, own = self.on.problem.rows(k), self.on.folded.rows(k)
            assert self.found is not None
            forces[rows[0]] = self.found.x[own[0]]
            forces[rows[1:]] = self.drag(k) * forces[rows[0]] if self.on.slides[k] else self.found.x[own[1:]]
        return forces

    def drag(self, place: int) -> np.ndarray:
        """Friction of a point that slides, by its normal force."""
        return -self.on.mu(place) * self.way(place)


def kept_direction(direction: np.ndarray, slow: float) -> dict[str, float]:
    """Switches of a point that slides slowly, in a direction that is kept until it is faster."""
    named = {f"direction_{k + 1}": float(x) for k, x in enumerate(direction)}
    return {"closed": 1.0, **named, "slow": UNFREEZE * slow}


def _unit(vector: np.ndarray) -> np.ndarray:
    return vector / (float(np.linalg.norm(vector)) or 1.0)
