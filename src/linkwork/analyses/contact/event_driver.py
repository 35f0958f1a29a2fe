r"""Contacts in a run that goes from event to event: what happens where a margin of some point is used up.

A ball that bounces comes to rest after infinitely many impacts in finite time, and so does a block that rocks from one
edge to the other (Zeno): times between impacts shrink as a geometric series. Once all that are to come would take a
small part of the time since the start, points come to rest at once: the impulse of that and of the contact force until
then add up to those of all impacts that are left out.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

import numpy as np

from ...consistency.contact_doubts import overlap_remedy, overlap_words
from ...contract import ModelError
from ...diagnosis import Note, note
from ...results import ContactChange, State
from ...run.contact_events import ContactEvent
from ...system import System
from ...topology.contacts import check_event_driven
from .contact_equations import ContactEquations
from .contact_scales import ContactScales
from .contact_table import OPEN, SLIP, STICK, ContactTable, contact_table
from .impact_series import ImpactSeries
from .mode_choice import kept_direction
from .resolution import Resolution, Resolver
from .shared_load import SharedLoad
from .switch_impact import Switched, Switching
from .switch_table import SwitchTable, switch_table

SAME_MOMENT = 1e-13
MOST_AT_ONCE = 40
"""Events of contacts at one moment from which on they do not end."""
OVERLAP = 1e-6
"""Overlaps at the start, in lengths of the model, that are taken for rounding."""
_MISSED = 1e-4
"""Overlaps at the end of a run, in lengths of the model, that no drift explains."""
NO_BOUNCE = 1e-9
"""A point that parts more slowly than this part of its approach does not bounce: it rests, or is pulled away."""
HAPPENED = {OPEN: "opens", STICK: "sticks", SLIP: "slides"}


@dataclass(eq=False)
class EventDriver:
    """The contacts of one run. It remembers impacts of every point, to see where they end."""

    table: ContactTable
    scales: ContactScales
    switches: SwitchTable
    t_start: float
    notes: list[Note] = field(default_factory=list)
    """Notes on the start."""
    series: ImpactSeries = field(default_factory=ImpactSeries)
    shared: SharedLoad | None = None
    """How points share the load now, where that is not unique."""
    _last: float = -np.inf
    _at_once: int = 0

    def events(self) -> list[ContactEvent]:
        """What a run has to look for."""
        return [
            *(
                ContactEvent(
                    margin.name,
                    margin,
                    direction="falling",
                    point=margin.point.label,
                    kind=margin.kind,
                    rounding=margin.rounding,
                )
                for margin in self.table.margins
            ),
            *(
                ContactEvent(f"{s.name}: switch", s.condition, direction="both", point=s.name, kind="switch")
                for s in self.switches.conditions
                if s.condition is not None
            ),
        ]

    def resolve(
        self, system: Any, state: State, triggers: Sequence[ContactEvent]
    ) -> tuple[State, ContactChange | None]:
        """How all points go on after events of some of them at one time; None where that is as before."""
        toggled = [event.point for event in triggers if event.kind == "switch"]
        if toggled:
            after, change = self._told_switch(state, self.condition_switch(state, triggers))
        else:
            found = self.resolution(state, triggers)
            after, change = found.state, self._change(state, found)
        margins = tuple(event.name for event in triggers)
        return after, None if change is None else replace(change, margins=margins)

    def condition_switch(self, state: State, triggers: Sequence[ContactEvent]) -> Switched:
        """What connections do whose conditions change."""
        self._count(state.t, triggers)
        toggled = [event.point for event in triggers if event.kind == "switch"]
        return self._switched(state, self.switches.with_conditions(state, toggled), toggled)

    def resolution(self, state: State, triggers: Sequence[ContactEvent]) -> Resolution:
        """The same with all that was solved on the way."""
        self._count(state.t, triggers)
        turned, left = self._turned(state, triggers)
        if not left:
            return Resolution(turned)
        excluded, forced = self._excluded(turned, left)
        self._check_faces(turned, forced)
        if self.shared is not None and excluded and not forced:
            found = self._resolved(turned, {}, ())
            is_same = self.table.modes(found.state) == self.table.modes(turned)
            if not is_same or found.shared is None or not found.shared.is_at_limit:
                return found
            excluded = {
                k: ("stick", "slip") if what == "normal" else ("stick",) for k, what in found.shared.tight.items()
            }
        return self._apart(turned, self._resolved(turned, excluded, forced), forced)

    def _apart(self, before: State, found: Resolution, forced: Sequence[int]) -> Resolution:
        """With points that part while rounding says that they touch counted as apart, until they are inside by more.

        Flights that are not higher than rounding would end where they begin. Others that were counted as apart are so
        still while they are not clear of rounding: two that part at once would take it from each other for ever.
        """
        modes, values, clear = self.table.modes(found.state), dict(found.state.parameters), self.scales.gap_rounding
        parting = [k for k in range(len(modes)) if modes[k] == OPEN and k not in found.impulses]
        if not any(k in forced for k in parting):
            return found
        gaps = ContactEquations(self.table, found.state).kinematics.gaps
        for k in parting:
            name = self.table.points[k].names["gap_shift"]
            if k in forced:
                values[name] = max(values[name], clear + min(max(0.0, -gaps[k]), self.scales.touching))
            elif gaps[k] <= clear:
                values[name] = max(values[name], before.parameters[name])
        return replace(found, state=replace(found.state, parameters=values))

    def acted(self, before: State, state: State) -> tuple[State, ContactChange | None]:
        """How all goes on from what the action of an event returned."""
        return self._told_switch(before, self.action_switch(before, state))

    def action_switch(self, before: State, state: State) -> Switched:
        """What an action makes contacts and switched connections do."""
        return self._switched(before, self.switches.with_conditions(state))

    def missed(self, state: State) -> str | None:
        """What a run that ends at a state must have missed, if anything."""
        if not len(self.table):
            return None
        gaps = ContactEquations(self.table, state).kinematics.gaps
        k = int(np.argmin(gaps))
        if gaps[k] >= -_MISSED * self.scales.length:
            return None
        point, depth = self.table.points[k], self.table.depth(k, gaps[k], state)
        return (
            f"contact {point.label} {overlap_words(point.element, depth)} at the end: where bodies met was "
            "missed. Give h=lw.Adaptive(h_max=…), smaller tolerances, or take contact='stepping'"
        )

    def saved(self) -> dict[str, Any]:
        """Sizes of the start, impacts of every point, and how load is shared."""
        return {
            "scales": asdict(self.scales),
            "series": asdict(self.series),
            "shared": None if self.shared is None else asdict(self.shared),
            "last": [self._last, self._at_once],
        }

    def restore(self, data: Mapping[str, Any]) -> None:
        """Goes on from what a checkpoint holds, whose keys are texts."""
        self.scales = ContactScales(**data["scales"])
        self.series = ImpactSeries(**{name: _numbered(part) for name, part in data["series"].items()})
        shared = data["shared"]
        if shared is not None:
            shares, tight = _numbered(shared["shares"]), _numbered(shared["tight"])
            self.shared = SharedLoad(shares, shared["left"], tight)
        self._last, self._at_once = data["last"]

    def _switched(self, before: State, state: State, toggled: Sequence[str] = ()) -> Switched:
        """How all goes on at a state with other speeds, Parameters or conditions."""
        found = Switching(self.table, self.scales, self.switches)(before, state, toggled)
        after, self.shared = self.scales.shifted(self.table, found.resolution.state), found.resolution.shared
        return replace(found, resolution=replace(found.resolution, state=after))

    def _told_switch(self, before: State, found: Switched) -> tuple[State, ContactChange | None]:
        """The state behind a change of connections, and what happened."""
        resolution = found.resolution
        after, change = resolution.state, self._change(before, resolution)
        if not found.names:
            return after, change
        change = change or ContactChange(before.t, "switch", (), {}, "")
        said = ", ".join(f"{name} {'begins' if holds else 'ceases'} to hold" for name, holds in found.names.items())
        energy = f"; energy {resolution.energy[0]:.4g} → {resolution.energy[1]:.4g} J"
        hit = f", impact of {' and '.join(change.points)}" if resolution.is_impact else ""
        return after, replace(
            change,
            kind="switch",
            points=(*found.names, *(point for point in change.points if point not in found.names)),
            sentence=f"t = {before.t:.6g}: {said}{hit}{energy}",
            impulses=found.wrenches,
            multiplier_impulses=found.multipliers,
            energy_before=resolution.energy[0],
            energy_after=resolution.energy[1],
            loss=resolution.loss,
        )

    def _count(self, t: float, triggers: Sequence[ContactEvent]) -> None:
        """Raises where events at one moment do not end."""
        same = t - self._last <= SAME_MOMENT * max(1.0, abs(t))
        self._at_once = self._at_once + 1 if same else 0
        self._last = t
        if self._at_once > MOST_AT_ONCE:
            names = ", ".join(dict.fromkeys(event.point for event in triggers))
            raise ModelError(
                f"contacts {names}: at t = {t:.9g} points change between modes without end. Their forces may be at the "
                "border of several modes for good; take contact='stepping', or another friction."
            )

    def _turned(self, state: State, triggers: Sequence[ContactEvent]) -> tuple[State, list[ContactEvent]]:
        """Slow points keep their direction from now on, fast ones let it go; the events that are left."""
        values: dict[str, float] = {}
        left = []
        for event in triggers:
            k = self.table.numbers[event.point]
            slow = self.scales.slow
            if event.kind == "speed":
                given: dict[str, float] = {"closed": 1.0, "follow": 1.0, "slow": slow}
            elif event.kind == "slide" and self.table.switch(state, k, "follow"):
                at = ContactEquations(self.table, state)
                slip = at.slip(k)
                given = kept_direction(at.direction(k, slip / (float(np.linalg.norm(slip)) or 1.0)), slow)
            else:
                left.append(event)
                continue
            values |= {key: given.get(name, 0.0) for name, key in self.table.points[k].names.items()}
        return (replace(state, parameters={**state.parameters, **values}) if values else state), left

    def _excluded(self, state: State, triggers: Sequence[ContactEvent]) -> tuple[dict[int, Collection[str]], list[int]]:
        """(modes that events have just ended, points that touch) by number."""
        modes, excluded, forced = self.table.modes(state), dict[int, Collection[str]](), []
        for event in triggers:
            k = self.table.numbers[event.point]
            if modes[k] == OPEN:
                forced.append(k)
            elif event.kind == "touch":
                excluded[k] = ("stick", "slip")
            elif modes[k] == STICK and k not in excluded:
                excluded[k] = ("stick",)
            elif k not in excluded and not self.table.switch(state, k, "slow"):
                # In the plane: it cannot go on where it has just stopped.
                sign = sum(self.table.switch(state, k, f"direction_{j}") for j in (1, 2))
                excluded[k] = ("slip+",) if sign > 0 else ("slip-",)
        return excluded, forced

    def _check_faces(self, state: State, forced: Sequence[int]) -> None:
        """Raises where a point comes in over the edge of the face that it should touch."""
        for k in forced if any(self.table.points[k].has_edges for k in forced) else ():
            depth = -float(ContactEquations(self.table, state).kinematics.held[k])
            if depth > OVERLAP * self.scales.length:
                raise ModelError(
                    f"contact {self.table.points[k].label}: at t = {state.t:.6g} the point comes in over an edge, "
                    f"{depth:.3g} m under the face that it may touch. Other faces need contacts of their own, or "
                    "contact='stepping'."
                )

    def _resolved(self, state: State, excluded: Mapping[int, Collection[str]], forced: Sequence[int]) -> Resolution:
        """The resolution, with impacts that would go on for ever ended."""
        found = Resolver(self.table, self.scales)(state, excluded, forced)
        if found.is_impact:
            before, after = (ContactEquations(self.table, x).kinematics.normal_speeds for x in (state, found.state))
            least = NO_BOUNCE * np.abs(before)
            parting = {k: float(after[k]) if after[k] > least[k] else 0.0 for k in found.impulses}
            ending, rest = self.series.ending(
                state.t, parting, state.t - self.t_start, self.scales.gap_unit(self.table, state)
            )
            if ending:
                found = Resolver(self.table, self.scales, frozenset(ending))(state, excluded, forced)
                labels = " and ".join(self.table.points[k].label for k in ending)
                said = (
                    f"contact{'s' if len(ending) > 1 else ''} {labels} closed at t = {state.t + rest:.10g} after "
                    f"{max(ending.values())} impacts (bouncing ends in finite time)"
                )
                closed = note("contact_closed", said, state.t + rest, labels)
                found = replace(found, notes=(*found.notes, closed))
        self.shared = found.shared
        return replace(found, state=self.scales.shifted(self.table, found.state))

    def _change(self, before: State, found: Resolution) -> ContactChange | None:
        """What happened, as data and as a sentence; None where nothing did."""
        was, now = self.table.modes(before), self.table.modes(found.state)
        labels = [p.label for p in self.table.points]
        changed = [k for k in range(len(labels)) if was[k] != now[k]]
        turned = [] if found.is_impact else self._reversed(before, found.state)
        if not (found.is_impact or changed or turned):
            return None
        points = list(found.impulses) if found.is_impact else [*changed, *turned]
        sentence = f"t = {before.t:.6g}: "
        if found.is_impact:
            sentence += self._told(points, found)
        else:
            said = [f"{labels[k]} {HAPPENED[now[k]]}" for k in changed]
            sentence += ", ".join([*said, *(f"{labels[k]} slides the other way" for k in turned)])
        return ContactChange(
            before.t,
            "impact" if found.is_impact else "mode",
            tuple(labels[k] for k in points),
            {labels[k]: now[k] for k in range(len(labels)) if now[k] != OPEN or k in changed},
            sentence,
            {labels[k]: float(x[0]) for k, x in found.impulses.items()},
            {labels[k]: tuple(x[1:].tolist()) for k, x in found.impulses.items() if len(x) > 1},
            energy_before=found.energy[0],
            energy_after=found.energy[1],
            loss=found.loss,
            energy_error=found.energy_error,
            solutions=found.solutions,
            notes=found.notes,
        )

    def _reversed(self, before: State, after: State) -> list[int]:
        """Points in the plane that slide in the opposite direction from now on."""
        found = []
        for k, p in enumerate(self.table.points):
            one, other = (
                [self.table.switch(state, k, f"direction_{j + 1}") for j in range(len(p.slips))]
                for state in (before, after)
            )
            if float(np.dot(one, other)) < -0.5 and not self.table.switch(after, k, "slow"):
                found.append(k)
        return found

    def _told(self, points: Sequence[int], found: Resolution) -> str:
        """An impact in words."""
        labels, elements = zip(
            *((self.table.points[k].label, self.table.points[k].element) for k in points), strict=True
        )
        at_once = f" at once ({len(points)} contacts)" if len(points) > 1 else ""
        laws = ", ".join(dict.fromkeys(element.law for element in elements))
        back = sorted({self.table.points[k].restitution(found.state) for k in points})
        e = " to ".join(f"{x:g}" for x in dict.fromkeys((back[0], back[-1])))
        return (
            f"impact of {' and '.join(labels)}{at_once}: law {laws}, e = {e}; energy {found.energy[0]:.4g} → "
            f"{found.energy[1]:.4g} J"
        )


def _numbered(part: Mapping[str, Any]) -> dict[int, Any]:
    return {int(k): value for k, value in part.items()}


def begin_contacts(system: System, state: State) -> tuple[State, EventDriver, ContactChange | None]:
    """(the start with modes of all points, the driver of a run from there, an impact at the start if there is one)."""
    check_event_driven(system.model, system.coordinates)
    table, switches = contact_table(system), switch_table(system)
    opened = switches.with_conditions(table.with_switches(state, [{} for _ in table.points]))
    scales = ContactScales.at(table, opened)
    refuse_overlap(table, opened, scales)
    driver = EventDriver(table, scales, switches, state.t)
    found = driver._resolved(scales.shifted(table, opened), {}, ())
    driver.notes += found.notes
    return found.state, driver, driver._change(opened, found) if found.is_impact else None


def after_impact(system: System, state: State) -> State:
    """The state after all contacts that touch have met, and speeds fit all other rows; with modes of all points."""
    table, switches = contact_table(system), switch_table(system)
    opened = switches.with_conditions(table.with_switches(state, [{} for _ in table.points]))
    scales = ContactScales.at(table, opened)
    refuse_overlap(table, opened, scales)
    return scales.shifted(table, Switching(table, scales, switches).impact(opened, {}, True).resolution.state)


def open_start(table: ContactTable, start: State) -> State:
    """A start of steps over impacts: all points open; refused where bodies overlap."""
    if not len(table) and table.detection is None:
        return start
    opened = table.with_switches(start, [{} for _ in table.points])
    refuse_overlap(table, opened, ContactScales.at(replace(table, detection=None), opened))
    return opened


def overlap_length(table: ContactTable, state: State) -> float:
    """Up to which depth an overlap is rounding."""
    return OVERLAP * ContactScales.at(table, state).length


def refuse_overlap(table: ContactTable, state: State, scales: ContactScales, what: str = "start") -> None:
    """Raises where bodies overlap by more than rounding, or a gap is not a number."""
    gaps = ContactEquations(table, state).kinematics.gaps
    if not len(gaps):
        return
    k = int(np.argmin(gaps))
    if np.isnan(gaps[k]):
        raise ModelError(
            f"{what}: the gap of contact {table.point(k).label} is not a number at t = {state.t:g}: its function is not"
            " "
            "defined there. Begin elsewhere, or write a gap that has a value wherever bodies may be."
        )
    if gaps[k] < -OVERLAP * scales.length:
        point = table.point(k)
        depth = table.depth(k, float(gaps[k]), state)
        size = overlap_words(point.element, depth)
        lift = {"lift": "Lift the body."} if point.pair else {}
        remedy = overlap_remedy(point.element, depth, **lift)
        raise ModelError(f"{what}: contact {point.label} {size} at t = {state.t:g}. {remedy}")
