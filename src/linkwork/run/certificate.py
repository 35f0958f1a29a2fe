"""The certificate of a run, from what its plan, its stepper and its log of events know."""

from __future__ import annotations

import math
import platform
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Protocol

import numpy as np

from ..contract import Assembly, Force, value_of
from ..diagnosis import Note, Notes, note
from ..mechanics.asked_once import asked_once
from ..mechanics.load_shares import not_unique_along
from ..mechanics.tree_batches import residuals_along
from ..model.gravity import gravity_value
from ..results import Certificate, Trajectory, told_contacts
from ..results.certificate import MotionError
from ..results.run_rules import is_energy_explained
from ..results.verdict import Alarm
from .event_log import EventLog
from .stepper import Plan, Statistics


class RunComparison(Protocol):
    """What compares a run with a second one."""

    def look_at(self, run: Trajectory) -> Callable[[], MotionError]:
        """What compares it when that is first asked for."""


RowJudge = Callable[[Trajectory], Iterable[Note]]
"""What finds notes in rows of a run."""


def judged_certificate(
    told: Certificate, system: Any, judge: RowJudge | None, second: RunComparison | None, run: Trajectory
) -> Certificate:
    """The certificate of a run with notes on its rows, loads that are not unique, and a second run beside it."""
    plain = replace(run, certificate=told)
    notes = Notes((*told.notes, *(() if judge is None else judge(plain))))
    told = replace(told, notes=notes, not_unique=lambda _: not_unique_along(system, plain))
    return told if second is None else _compared(told, second, run)


def _compared(told: Certificate, second: RunComparison, run: Trajectory) -> Certificate:
    """With what dampers exchange on the way, and with what compares it with a second run.

    A function of its own, so that no run is part of what its own certificate asks: the memory of a run that nobody
    holds any longer is free for the next one at once.
    """
    plain = replace(run, certificate=told)
    passed, look = energy_passed(plain), second.look_at(plain)
    return replace(told, energy_passed=passed, look=look, not_unique=lambda _: told.not_unique)


@dataclass(frozen=True, eq=False)
class Certifier:
    """Makes the certificate of a run when it is first asked for: from what was counted on the way, and from its rows.

    It holds nothing of the stepper, whose memory is with another run by then.
    """

    system: Any
    plan: Plan
    known: Statistics
    status: str
    sentence: str
    log: EventLog
    wall: float
    second: RunComparison | None = None
    judge: RowJudge | None = None
    written: Certificate | None = None
    """That of the rows in a file, where there is one."""

    def counted(self) -> Certificate:
        """What is known without a look at the rows."""
        if self.written is not None:
            return self.written
        known, log = self.known, self.log
        # At impacts work is what impulses do: what they do not explain is an error like any other.
        changes = [o.contact for o in log.occurrences if o.contact is not None]
        energy = {
            **known.energy,
            "energy_size": max(known.energy.get("energy_size", 0.0), least_energy_size(self.system)),
            "energy_error": known.energy["energy_error"] + sum(change.energy_error for change in changes),
            "energy_scale": max([known.energy["energy_scale"], *(change.energy_before for change in changes)]),
        }
        known = known._replace(energy=energy)
        return certificate_of(self.system, self.plan, known, self.status, self.sentence, log, self.wall)

    def __call__(self, run: Trajectory) -> Certificate:
        """The certificate of a run."""
        told = self.counted()
        found = residuals_along(self.system, run) if self.known.measures_rows else None
        if found is not None:
            told = replace(told, position_error=max(found[0], told.position_error), velocity_error=found[1])
        return judged_certificate(told, self.system, self.judge, self.second, run)


def certificate_of(
    system: Any, plan: Plan, known: Statistics, status: str, sentence: str, log: EventLog | None, wall: float
) -> Certificate:
    """What is known about the accuracy of a run that took `wall` seconds; without a log nothing happened in it."""
    occurrences = [] if log is None else log.occurrences
    return Certificate(
        status=status,
        sentence=sentence,
        method=known.method,
        t_start=plan.t_start,
        t_end=known.t_end,
        rtol=plan.rtol,
        atol=plan.atol,
        h=plan.h,
        steps=known.steps,
        rejected=known.rejected,
        evaluations=known.evaluations,
        jacobians=known.jacobians,
        step_range=known.step_range,
        **known.energy,
        position_error=known.position_error,
        velocity_error=known.velocity_error,
        correction=known.correction,
        rank=known.rank,
        rows=known.rows,
        freedoms=known.freedoms,
        events=len(occurrences),
        contacts=told_contacts(o.contact for o in occurrences if o.contact is not None),
        notes=Notes((*known.notes, *_unmoved(system.layout, known))),
        horizons=dict(horizons_of_laws(system)),
        wall_time=wall,
        solution=plan.solution[0],
        weights=dict(plan.solution[1]),
        options=plan.options(),
        versions=PackageVersions(),
    )


LEAST_HEIGHT, LEAST_SPEED = 1e-2, 1e-3
"""m and m/s: energies of bodies nearer to rest at the origin are rounded as those of bodies there."""


@asked_once
def least_energy_size(system: Any) -> float:
    """Σ m (g h + ½ v²): the size by which rounding is measured where bodies rest at height zero, and none has any."""
    model = system.model
    mass = sum(float(value_of(body.mass)) for body in model.bodies.values())
    g = float(np.linalg.norm(gravity_value(model.gravity)))
    # A field that is infinite at the origin, as that of a planet, says nothing of where bodies are.
    g = g if np.isfinite(g) else 0.0
    return mass * (g * LEAST_HEIGHT + 0.5 * LEAST_SPEED**2)


def _unmoved(layout: Any, known: Statistics) -> list[Note]:
    """A note on a mechanism that joints and constraints lock, and nobody drives."""
    is_held = known.freedoms == 0 and not (layout.driven or layout.locked or known.energy["energy_scale"])
    said = "nothing can move: joints and constraints leave no degree of freedom; lw.mobility(system) says how"
    return [note("nothing_moves", said)] if is_held and layout.nu else []


@asked_once
def horizons_of_laws(system: Any) -> dict[str, float]:
    """The longest histories for which laws hold, by connection and part, where there is a longest."""
    return _horizons({name: c.element for name, c in system.model.connections.items()})


def _horizons(elements: Mapping[str, object]) -> dict[str, float]:
    found: dict[str, float] = {}
    for name, element in elements.items():
        if isinstance(element, Assembly):
            found |= _horizons({f"{name}.{part}": inside for part, (inside, *_) in element.parts().items()})
        elif isinstance(element, Force) and math.isfinite(element.longest_history):
            found[name] = element.longest_history
    return found


class PackageVersions(Mapping[str, str]):
    """Versions of Python and of the packages that a run was computed with, looked up when they are first read."""

    def __getitem__(self, name: str) -> str:
        return _found()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(_found())

    def __len__(self) -> int:
        return len(_found())

    def __reduce__(self) -> tuple[type, tuple[dict[str, str]]]:
        """Other processes, which may have others, read those of this one."""
        return dict, (_found(),)


@cache
def _found() -> dict[str, str]:
    # Only here: to look them up takes longer than a short run.
    import importlib.metadata

    names = ("linkwork", "numpy", "scipy", "llvmlite")
    return {"python": platform.python_version(), **{name: importlib.metadata.version(name) for name in names}}


# What forces that depend on velocity exchange along a run: energy that passes through without being in motion.
FEWEST_POWER_ROWS, MOST_POWER_ROWS, MOST_POWERS = 5, 41, 300
"""Rows on which powers are looked at, fewer where there are many elements: enough for a size."""
SPEED_CHANGE = 1e-3
"""Relative change of all speeds by which the part of a power is found that grows with their square."""


def energy_passed(run: Any) -> float:
    """∫ Σ |u · ∂F/∂u u| dt of all force elements (J), by the trapezoidal rule on rows, where energy and work differ
    without it; zero elsewhere.

    A creeping mechanism moves slowly between springs and dampers that nearly balance: what passes from the ones to the
    others is far more than the energy in motion, and its error too. P(s) is the power of an element with all speeds s
    times as large; forces that do not depend on velocity make it a s, dampers b s², and b = P'(1) − P(1).
    """
    told = run.certificate
    if told.status not in ("done", "event") or len(run) < 2 or is_energy_explained(told):
        return 0.0
    elements = [c.name for c in run.model.connections.values() if isinstance(c.element, Force | Assembly)]
    if not elements:
        return 0.0
    count = min(MOST_POWER_ROWS, max(FEWEST_POWER_ROWS, MOST_POWERS // len(elements)))
    rows = np.unique(np.linspace(0, len(run) - 1, count).astype(int))
    powers = [_powers(run, rows, elements, s) for s in (1.0 - SPEED_CHANGE, 1.0, 1.0 + SPEED_CHANGE)]
    exchanged = np.abs((powers[2] - powers[0]) / (2.0 * SPEED_CHANGE) - powers[1]).sum(axis=0)
    passed = float(np.trapezoid(exchanged, run.t[rows]))
    return passed if np.isfinite(passed) else 0.0


def _powers(run: Any, rows: np.ndarray, elements: list[str], speed: float) -> np.ndarray:
    """Powers of elements × rows, with all speeds so many times as large."""
    names = [f"{name}.power" for name in elements]
    parts = {name: getattr(run, name)[rows] for name in ("t", "q", "z", "work")}
    changes = tuple((int(np.searchsorted(rows, k)), values) for k, values in run.parameter_changes)
    varied = replace(
        run, **parts, u=speed * run.u[rows], parameter_changes=changes, _known={}, _alarm=Alarm(is_off=True)
    )
    found = run.reader(names, varied)
    return np.array([found[name] for name in names])
