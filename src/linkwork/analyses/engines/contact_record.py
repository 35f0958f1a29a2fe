"""What a run over impacts tells beside states: forces of contacts at its rows, impacts, how deep bodies entered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ...diagnosis import Note, note
from ...results import ContactChange, State
from ...run import Plan, Recorder
from ...system import System
from .. import contact as contacts
from ..contact.contact_table import ContactTable, has_contacts
from .engine import Beside

DEEP = 0.5
"""Of the size of what touches: bodies that enter each other by more make a run doubtful."""


@dataclass(frozen=True, eq=False)
class StepImpact:
    """A step in which points hit."""

    t: float
    points: tuple[int, ...]
    impulses: Mapping[int, np.ndarray]
    work: float
    before: State
    after: State
    kinetic: tuple[float, float]
    """Before and after."""


class ContactRecord(Beside):
    """What has been seen of contacts and was not handed on yet, and the worst of it."""

    def __init__(self, table: ContactTable, start: State, plan: Plan) -> None:
        super().__init__(
            {}, {} if table.detection is None else table.detection.pair_channels()
        )  # of pairs that may meet
        self.table, self.start, self.plan = table, start, plan
        for p in table.points:
            if not p.is_detected:
                self.channels[f"{p.label}.normal_force"] = 1
                if p.slips:
                    self.channels[f"{p.label}.friction_force"] = len(p.slips)
        self.impacts: list[StepImpact] = []
        self.depth = self.rest = 0.0
        """The deepest penetration, and the largest relative residual of a contact problem."""
        self._rows: list[tuple[np.ndarray, Mapping[str, np.ndarray]]] = []

    @property
    def system(self) -> System:
        """The system."""
        return self.table.system

    def add_row(self, forces: np.ndarray, pairs: Mapping[str, np.ndarray] | None = None) -> None:
        """Mean forces of the step that led to one more row: of points (points × 3), and of pairs that were found."""
        self._rows.append((np.array(forces[: len(self.table.points)]), dict(pairs or {})))

    def take(self, count: int, recorder: Recorder) -> dict[str, np.ndarray]:
        """The channels of the next rows that go to a recorder; the start has no forces."""
        rows, self._rows = self._rows[:count], self._rows[count:]
        rows = [(np.zeros((len(self.table.points), 3)), {})] * (count - len(rows)) + rows
        forces = np.array([own for own, _ in rows]).reshape(count, -1, 3)
        found = {name: np.zeros((count, size)) for name, size in recorder.channels.items()}
        for k, p in enumerate(self.table.points):
            if not p.is_detected:
                found[f"{p.label}.normal_force"] = forces[:, k, :1]
                if p.slips:
                    found[f"{p.label}.friction_force"] = forces[:, k, 1 : 1 + len(p.slips)]
        for at, (_, pairs) in enumerate(rows):
            for name, force in pairs.items():
                if recorder.open_channel(name, 3):
                    found.setdefault(name, np.zeros((count, 3)))[at] += force
        return found

    def hand_on(self, log: Any) -> None:
        """Tells a log of impacts since the last time."""
        for one in self.impacts:
            labels = [self.table.point(k).label for k in one.points]
            change = ContactChange(
                one.t,
                "impact",
                tuple(labels),
                {},
                f"t = {one.t:.6g}: impact of {' and '.join(labels)} in a step",
                {self.table.point(k).label: float(one.impulses[k][0]) for k in one.points},
                {self.table.point(k).label: tuple(map(float, one.impulses[k][1:])) for k in one.points},
                energy_before=one.kinetic[0],
                energy_after=one.kinetic[1],
                loss=-one.work,
            )
            log.touched((), change, one.before, one.after)
        self.impacts.clear()

    @property
    def _unit(self) -> str:
        """That of gaps: stops of angles are passed by angles."""
        known, models = self.system.channel_table, self.system.model.connections
        own = {p.point.connection: p.element.of_coordinates for p in self.table.points}
        units = {known[str(models[name].ends[0])].unit if is_own else "m" for name, is_own in own.items()}
        return " or ".join(sorted(unit or "" for unit in units)) or "m"

    @property
    def _passed(self) -> str:
        """How far bodies, or coordinates, went beyond where contacts hold them."""
        are_limits = {p.element.is_limit for p in self.table.points} == {True}
        what = "stops were passed" if are_limits else "bodies entered each other"
        return f"{what} by up to {self.depth:.2g} {self._unit}"

    @property
    def _size(self) -> float:
        """Of what touches: half the thickness of the thinnest solid, or a lever arm where contacts have no surfaces.

        An angle of 1 rad moves the end of a lever arm by its length.
        """
        if self._unit == "rad":
            return 1.0
        shapes = [
            surface.collision_shape()
            for point in self.table.points
            for surface in point.element.surfaces or ()
            if surface is not None and surface.is_solid
        ]
        sizes = [min(shape.size) for shape in shapes if shape.size]
        return min(sizes, default=contacts.ContactScales.at(replace(self.table, detection=None), self.start).length)

    def notes(self, recorder: Recorder) -> list[Note]:
        """How contacts were gone through, and what is doubtful about it."""
        h = self.plan.h or 0.0
        if not has_contacts(self.system):
            return []
        how = f"impulses of contacts over steps of {h:g} s; {self._passed}"
        found = [note("contact_handling", how), *recorder.left_out]
        if self.rest > 1e-6:
            said = f"contact problems were solved to {self.rest:.1e} of their size only; try solver='newton'"
            found.append(note("contact_unsolved", said))
        if self.depth > DEEP * self._size:
            large = "" if self._unit == "rad" else f", and what touches is about {self._size:.2g} m large"
            said = f"{self._passed}{large}: take a shorter step than h = {h:g}"
            found.append(note("penetration_deep" if self.depth > self._size else "penetration", said))
        return found

    def saved(self) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
        """What a checkpoint holds of it: all rows and impacts have been handed on."""
        features = [] if self.table.detection is None else [list(x) for x in self.table.detection.features]
        return {}, {"depth": self.depth, "rest": self.rest, "features": features}

    def restore(self, arrays: Mapping[str, np.ndarray], data: Mapping[str, Any]) -> None:
        """Goes on from there."""
        self.depth, self.rest = data["depth"], data["rest"]
        for feature in data["features"]:
            assert self.table.detection is not None
            self.table.detection.remember(tuple(feature))
