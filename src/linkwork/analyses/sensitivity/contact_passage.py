"""Events of contacts and switched connections in a run whose derivatives are wanted: what each did, with derivatives.

A run keeps of an event which margins were used up and the states on both sides. The driver of the contacts, asked again
from the start, goes the same way and tells every impact in the modes in which it was solved. The margin gives the time
of the event and its derivative; impacts and modes are what `event_passage` calls the action. Where the action of a
user's event switches connections, what the driver makes of it follows what the action returned.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from ...contract import ModelError
from ...contract.errors import joined
from ...diagnosis import Note, note
from ...numerics.contact.impact_slopes import near_borders
from ...results import State, Trajectory
from ...results.dual_numbers import VariedState
from ...results.trajectory import Occurrence
from ...run.contact_events import ContactEvent
from ...run.event_log import state_after
from ...run.events import Event
from ...system import System
from ..contact.contact_table import OPEN, has_modes
from ..contact.event_driver import EventDriver, begin_contacts
from ..contact.resolution import Resolution
from ..contact.switch_impact import Switched
from .varied_impact import passed_impacts, passed_rows, varied_worth


@dataclass(frozen=True, eq=False)
class ContactAction:
    """What an event does to a state with derivatives: a user's action, impacts, and the modes that follow."""

    driver: EventDriver
    found: Resolution
    switched: Switched | None = None
    """What connections that are switched did first."""
    users: Any = None
    """The action of a user's event, if it is one."""

    def __call__(self, system: System, state: VariedState) -> VariedState:
        """The state behind it."""
        if self.users is not None:
            given = self.users(system, state)
            state = given if isinstance(given, VariedState) else state.with_values(given)
        if self.switched is not None:
            state = self._with_run_values(state, self.switched.state)
            if self.switched.begins:
                state = passed_rows(self.driver.table, self.switched.state, state)
        self._check_landings(state)
        after = passed_impacts(self.driver.table, self.found.impacts, state)
        return self._with_run_values(after, self.found.state)

    def _with_run_values(self, state: VariedState, plain: State) -> VariedState:
        """With modes and switches, which are the run's own."""
        own: dict[str, Any] = {name: value for name, value in plain.parameters.items() if "." in name}
        return replace(state, parameters={**state.parameters, **own})

    def _check_landings(self, state: VariedState) -> None:
        """Raises where a point lands for good because its restitution is zero, and that is to vary."""
        table, modes = self.driver.table, self.driver.table.modes(self.found.state)
        for step in self.found.impacts:
            for k in step.points:
                p = table.points[k]
                lands = modes[k] != OPEN and p.restitution(step.state) == 0.0
                if lands and varied_worth(p.element.restitution, state).any():
                    raise ModelError(
                        f"sensitivities: contact {p.label} lands at t = {step.state.t:.6g} and stays, its restitution "
                        "being 0; with any other it bounces, and the sequence of contacts is another. Take derivatives "
                        "by something else, or at a restitution above 0."
                    )

    @property
    def closes(self) -> str:
        """Connections that begin to hold, in words; nothing where there are none."""
        held = {} if self.switched is None else self.switched.names
        return joined([repr(name) for name, holds in held.items() if holds])

    def doubts(self, t: float) -> list[Note]:
        """Notes where the impact is at the border of another."""
        found = []
        for step in self.found.impacts:
            for label, how in near_borders(step.result.phases):
                said = (
                    f"t = {t:.6g}: contact {label} {how} in the impact: beside this run the sequence of contacts is "
                    "another, and derivatives hold on one side only"
                )
                found.append(note("impact_at_border", said, t, label))
        return list(dict.fromkeys(found))


@dataclass(frozen=True, eq=False)
class ContactMoment:
    """An event of contacts or switches as it is to be passed."""

    occurrence: Occurrence
    triggers: tuple[Event, ...]
    """Events whose functions are zero: margins that were used up, or that of a user."""
    action: ContactAction

    @property
    def before(self) -> State:
        """The state that it found."""
        assert self.occurrence.before is not None
        return self.occurrence.before

    @property
    def after(self) -> State:
        """The state that it left."""
        assert self.occurrence.after is not None
        return self.occurrence.after


@dataclass(frozen=True, eq=False)
class ContactMoments:
    """All that contacts and switches did in a run, found again in order."""

    system: System
    run: Trajectory
    users: Mapping[str, Event]
    """Events of the user, by name."""
    plain: Mapping[str, Event]
    """The same with actions that return numbers without derivatives."""

    @cached_property
    def driver(self) -> EventDriver:
        """That of the run, at its start."""
        return begin_contacts(self.system, self.run.state(0))[1]

    @cached_property
    def margins(self) -> dict[str, ContactEvent]:
        """Events of the driver, by name."""
        return {event.name: event for event in self.driver.events()}

    def found(self) -> dict[int, ContactMoment | None]:
        """By the place of the occurrence; None where it says what the action of the one before it led to."""
        if not has_modes(self.system):
            return {}
        places = [k for k, o in enumerate(self.run.events) if o.contact is not None or self._acts(o)]
        return {k: self._moment(k) for k in places}

    def _acts(self, occurrence: Occurrence) -> bool:
        event = self.users.get(occurrence.event)
        return event is not None and event.action is not None and occurrence.after is not occurrence.before

    def _moment(self, place: int) -> ContactMoment | None:
        occurrence, driver = self.run.events[place], self.driver
        assert occurrence.before is not None
        if occurrence.contact is None:
            event = self.users[occurrence.event]
            state = state_after(self.plain[event.name], self.system, occurrence.before)
            assert state is not None
            switched = driver.action_switch(occurrence.before, state)
            action = ContactAction(driver, switched.resolution, switched, event.action)
            return ContactMoment(occurrence, (event,), action)
        if not occurrence.contact.margins:
            self._check_start(place)
            return None
        triggers = tuple(self.margins[name] for name in occurrence.contact.margins)
        if any(event.kind == "switch" for event in triggers):
            switched = driver.condition_switch(occurrence.before, triggers)
            return ContactMoment(occurrence, triggers, ContactAction(driver, switched.resolution, switched))
        resolution = driver.resolution(occurrence.before, triggers)
        return ContactMoment(occurrence, triggers, ContactAction(driver, resolution))

    def _check_start(self, place: int) -> None:
        """Raises where an impact has no event that made it."""
        occurrence = self.run.events[place]
        if place and self._acts(self.run.events[place - 1]):
            return
        assert occurrence.contact is not None
        raise ModelError(
            f"sensitivities: the run begins with an impact of {' and '.join(occurrence.contact.points)}; begin before "
            "it, or after it with lw.touch(system, state)."
        )
