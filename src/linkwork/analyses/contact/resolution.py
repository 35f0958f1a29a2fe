r"""How points of contacts go on from a state: impacts on velocity level, then modes on acceleration level.

1. Points that are closed, or touch and do not part, take part. Where one approaches, all of them meet in one impact.
2. Points that part after it are open. For the others see `mode_choice`.
3. Where no forces fit (Painlevé), impulses do, without any approach: those that stop the sliding.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from ...contract import ModelError
from ...diagnosis import Note, joined_notes
from ...numerics.contact.impact_laws import ImpactResult, solve_impact
from ...results import State
from .contact_equations import ContactEquations
from .contact_scales import ContactScales
from .contact_table import OPEN, ContactTable
from .mode_choice import ModeChoice, TouchingPoints
from .shared_load import SharedLoad, share_load

MOST_IMPACTS = 20
"""Impacts at one moment, each of which closes points that the one before has set free."""


@dataclass(frozen=True, eq=False)
class ImpactStep:
    """One of the impacts at a moment, as derivatives follow it."""

    state: State
    """Before it."""
    points: tuple[int, ...]
    """Points that took part, by number."""
    restitution: tuple[float | None, ...]
    """What was taken for each; None where it is that of the contact."""
    result: ImpactResult


@dataclass(frozen=True, eq=False)
class Resolution:
    """How all points go on."""

    state: State
    """Speeds and modes from now on."""
    impulses: Mapping[int, np.ndarray] = field(default_factory=dict)
    """(normal, tangential) of every point that took part in an impact."""
    energy: tuple[float, float] = (0.0, 0.0)
    """Kinetic energy before and after an impact."""
    loss: float = 0.0
    """What an impact turned into heat."""
    energy_error: float = 0.0
    """What of the change of kinetic energy neither impulses nor what drives the system explain."""
    solutions: str = "one"
    notes: tuple[Note, ...] = ()
    shared: SharedLoad | None = None
    """How points share a load that they could carry in many ways; None where it is unique."""
    impacts: tuple[ImpactStep, ...] = ()
    """One after the other."""

    @property
    def is_impact(self) -> bool:
        """Whether speeds jumped."""
        return bool(self.impulses)


ROUNDED_APPROACH = 1e-9
"""Speeds of approach, in the speed of the model, that are rounding where pairs hand them on without end."""


@dataclass(eq=False)
class _Hits:
    """What impacts at one moment have done so far."""

    impulses: dict[int, np.ndarray] = field(default_factory=dict)
    loss: float = 0.0
    solutions: str = "one"
    notes: list[Note] = field(default_factory=list)
    steps: list[ImpactStep] = field(default_factory=list)

    def add(self, at: ContactEquations, step: ImpactStep) -> ContactEquations:
        """Adds those of one impact; the equations behind it."""
        self.steps.append(step)
        points, impulses = step.points, step.result.impulses
        rows, start = at.rows_of(points), 0
        for k in points:
            stop = start + 1 + len(at.slip_rows(k))
            own = np.array([impulses[start], *at.direction(k, impulses[start + 1 : stop])])
            if own.any() or not at.table.points[k].element.one_way:
                self.impulses[k] = self.impulses[k] + own if k in self.impulses else own
            start = stop
        behind = at.with_speeds(at.response.speeds_after(rows, impulses))
        self.loss -= 0.5 * float(impulses @ (at.kinematics.velocities[rows] + behind.kinematics.velocities[rows]))
        return behind

    def tell(self, notes: Sequence[Note], solutions: str) -> None:
        """Adds what is known of one impact."""
        self.notes += [one for one in notes if one not in self.notes]
        self.solutions = next((word for word in ("none", "several") if word in (self.solutions, solutions)), "one")


@dataclass(frozen=True, eq=False)
class Resolver:
    """Finds how points go on; `ending` are those that come to rest now, however they are made.

    `still` points give nothing back: what makes them approach is an impact of other rows at the same moment.
    """

    table: ContactTable
    scales: ContactScales
    ending: frozenset[int] = frozenset()
    still: frozenset[int] = frozenset()

    def __call__(
        self, state: State, excluded: Mapping[int, Collection[str]], forced: Collection[int] = ()
    ) -> Resolution:
        """From a state; `forced` points touch whatever their gaps are, `excluded` modes are not taken."""
        if not len(self.table):
            kinetic = self.kinetic(state)
            return Resolution(state, energy=(kinetic, kinetic))
        at, hits = ContactEquations(self.table, state), _Hits()
        touching = self.touching(at, forced)
        for _ in range(MOST_IMPACTS):
            if not any(at.kinematics.normal_speeds[k] < -self.scales.resting for k in touching):
                break
            step = self._impact(at, self._meeting(at, touching))
            hits.tell(step.result.notes, step.result.solutions)
            at, excluded = hits.add(at, step), {}
            touching = self.touching(at, forced)
        else:
            names = ", ".join(self.table.points[k].label for k in touching)
            raise ModelError(f"contacts {names}: {MOST_IMPACTS} impacts at one moment leave points approaching still.")
        if self.ending:
            at = self._ended(at, sorted({*self.ending, *touching}))
            touching = self.touching(at, forced)
        return self._modes(state, at, touching, excluded, hits)

    def touching(self, at: ContactEquations, forced: Collection[int] = ()) -> list[int]:
        """Points that touch and do not part."""
        modes, gaps, speeds = (
            self.table.modes(at.state),
            at.kinematics.gaps.tolist(),
            at.kinematics.normal_speeds.tolist(),
        )
        rest, close, over_edges = self.scales.resting, self.scales.touching, at.kinematics.insides <= self.scales.edge
        return [
            k
            for k in range(len(modes))
            if speeds[k] <= rest
            and (k in forced or k in self.ending or (not over_edges[k] and (modes[k] != OPEN or gaps[k] <= close)))
        ]

    def _meeting(self, at: ContactEquations, touching: Sequence[int]) -> list[int]:
        """Points of an impact: those that touch, and all that go one way, which an impact may turn back."""
        ways = [k for k, p in enumerate(self.table.points) if p.element.one_way and np.isfinite(at.kinematics.gaps[k])]
        return sorted({*touching, *ways})

    def _impact(self, at: ContactEquations, touching: Sequence[int]) -> ImpactStep:
        """The impact of some points."""
        rows, laws = at.rows_of(touching), {self.table.points[k].element.law for k in touching}
        law = "sequential" if "sequential" in laws else "poisson" if "poisson" in laws else "newton"
        fast = {k for k in touching if -at.kinematics.normal_speeds[k] > ROUNDED_APPROACH * self.scales.speed}
        without = {k for k in touching if k in self.ending or k in self.still}
        if law == "sequential" and fast:
            without = set()  # pairs that a hit runs through part with speeds of rounding; that does not end them
        found = solve_impact(
            at.response.delassus(rows), at.kinematics.velocities[rows], law=law, **self.laws(at, touching, without)
        )
        if not found.has_ended and not fast:
            # Pairs that meet with speeds of rounding need not hand them on for ever: they come to rest together.
            without, law = set(touching), "newton"
            found = solve_impact(
                at.response.delassus(rows), at.kinematics.velocities[rows], law=law, **self.laws(at, touching, without)
            )
        if not (found.is_converged and found.has_ended):
            at.response.refuse_driven([k for k in touching if at.kinematics.normal_speeds[k] < 0.0])
            raise ModelError(f"t = {at.state.t:.6g}: {joined_notes(found.notes)}")
        taken = tuple(0.0 if k in without else None for k in touching)
        return ImpactStep(at.state, tuple(touching), taken, found)

    def laws(self, at: ContactEquations, touching: Sequence[int], without: Collection[int] = ()) -> dict[str, Any]:
        """What `solve_impact` is given of some points, point after point; those `without` give nothing back."""
        state, points = at.state, [self.table.points[k] for k in touching]
        sliding = [p.friction(float(np.linalg.norm(at.slip(k))), state) for k, p in zip(touching, points, strict=True)]
        return {
            "tangents": [len(at.slip_rows(k)) for k in touching],
            "restitution": [
                0.0 if k in without else p.restitution(state) for k, p in zip(touching, points, strict=True)
            ],
            "mu": [max(p.static_friction(state), mu) for p, mu in zip(points, sliding, strict=True)],
            "mu_slip": sliding,
            "labels": [p.label for p in points],
        }

    def _ended(self, at: ContactEquations, points: Sequence[int]) -> ContactEquations:
        """With the speeds at which points that come to rest part taken away, in the mass metric."""
        rows = [self.table.points[k].normal for k in points]
        impulses = (
            np.linalg.pinv(at.response.delassus(rows), rcond=1e-10, hermitian=True) @ -at.kinematics.velocities[rows]
        )
        return at.with_speeds(at.response.speeds_after(rows, impulses))

    def _modes(
        self,
        before: State,
        at: ContactEquations,
        touching: Sequence[int],
        excluded: Mapping[int, Collection[str]],
        hits: _Hits,
    ) -> Resolution:
        """Step 2 of the above, and step 3 where there is no solution."""
        for _ in range(MOST_IMPACTS):
            choice = ModeChoice(TouchingPoints(self.table, self.scales, at, touching, excluded))
            if choice.exists:
                break
            if gone := choice.gone:
                touching = [k for k in touching if k not in gone]
                continue
            found, said = choice.impact_without_collision()
            hits.tell([said], "none")
            step = ImpactStep(at.state, tuple(touching), (0.0,) * len(touching), found)
            at, excluded = hits.add(at, step), {}
            touching = self.touching(at)
        hits.tell(choice.notes, choice.solutions)
        switches = choice.switches()
        state = self.table.with_switches(at.state, switches)
        shared = share_load(self.table, choice, state) if choice.is_redundant else None
        if shared is not None:
            for k, own in shared.shares.items():
                switches[k].update(own)
            state = self.table.with_switches(at.state, switches)
        energy = (self.kinetic(before), self.kinetic(state)) if hits.impulses else (0.0, 0.0)
        notes, steps = tuple(replace(one, t=before.t) for one in hits.notes), tuple(hits.steps)
        error = 0.0 if at.kinematics.is_driven else abs(energy[1] - energy[0] + hits.loss)
        return Resolution(state, hits.impulses, energy, hits.loss, error, hits.solutions, notes, shared, steps)

    def kinetic(self, state: State) -> float:
        """T."""
        return float(self.table.system.functions.at("energy", state).kinetic)
