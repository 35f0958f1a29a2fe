"""The events of a run of a tree and the kinks of its elements, as one kernel that compiled loops ask."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from typing import Any

import numpy as np

from ...contract import Discontinuity
from ...diagnosis import Note, note
from ...expr import array
from ...expr.graph import as_expr
from ...expr.node import topological
from ...kernels import compile_function
from ...numerics.integrators.event_search import LANDED, RECORDED, Watch, idle_watch, make_watch
from ...run.contact_events import ContactEvent
from ...run.events import (
    EVENT_DIRECTIONS,
    KINK_TOO_FAST,
    TOO_FAST,
    Event,
    check_event_names,
    event_value,
    is_steady,
)
from ..common.bound_kernels import BoundKernels


@dataclass(frozen=True, eq=False)
class EventKernel:
    """The events of a run and the kinks of its elements, as one kernel."""

    events: Sequence[Event | None]
    """What each function is of; None for kinks."""
    watch: Watch = field(repr=False)
    first_kink: int = 0
    owners: Sequence[str] = ()
    """The connection that each kink belongs to."""
    discontinuities: Sequence[Discontinuity | None] = ()
    """What of it may leap there, for each kink."""
    values: Sequence[Any] = field(default=(), repr=False)
    """Expressions of the run's own events and of kinks."""
    called: Any = field(default=None, repr=False)
    """What calls functions back, where they are not traced."""

    def name(self, k: int) -> str | None:
        """The event's name; None for a kink."""
        event = self.events[k]
        return None if event is None else event.name

    def discontinuity(self, k: int) -> tuple[str, Discontinuity] | None:
        """(the connection, what of it may leap) at a kink; None elsewhere."""
        found = self.discontinuities[k - self.first_kink] if self.events[k] is None else None
        return None if found is None else (self.owners[k - self.first_kink], found)

    @cached_property
    def margins(self) -> tuple[int, ...]:
        """Which functions are margins of contacts."""
        return tuple(k for k, event in enumerate(self.events) if _is_margin(event))

    def place(self, event: Event) -> int:
        """The number of the function of an event."""
        return self.events.index(event)

    def under(self, bound: BoundKernels) -> EventKernel:
        """The same, in the same memory, with forces of the rows that are enforced now."""
        own = [event for event in self.events if event is not None and not _is_margin(event)]
        values = [*(_expression(bound, event)[0] for event in own), *self.values[len(own) :]]
        kernel = _calls(bound, values, self.watch.value, bool(self.margins))
        return replace(self, watch=self.watch._replace(kernel=kernel), values=tuple(values))

    def unfollowed(self) -> list[Note]:
        """A note for everything that could not be followed along a step."""
        said = []
        for k, (t, h) in enumerate(self.watch.unfollowed.tolist()):
            name = self.name(k)
            if h > 0.0:
                text = KINK_TOO_FAST if name is None else TOO_FAST
                owner = self.owners[k - self.first_kink] if name is None else name
                said.append(note("event_unfollowed", text.format(name=owner, begin=t, end=t + h), t, owner))
        return said


def _is_margin(event: Event | None) -> bool:
    """Whether the function of an event is a margin of a contact, which all systems have in a kernel of their own."""
    return isinstance(event, ContactEvent) and event.is_margin


@cache
def nothing_watched() -> EventKernel:
    """What runs have that look for nothing."""
    # All runs without events and kinks share it: nothing is ever written there but what it holds.
    return EventKernel((), idle_watch())


def event_kernel(bound: BoundKernels, events: Sequence[Event]) -> EventKernel:
    """What a run has to look for: its own events and kinks of elements in one kernel, margins of contacts in
    another."""
    e = bound.system.equations
    if not events and not len(e.laws.kinks):
        return nothing_watched()
    check_event_names(events)
    own = [event for event in events if not _is_margin(event)]
    contacts = [event for event in events if _is_margin(event)]
    found = [_expression(bound, event) for event in own]
    values, kinks = [*(value for value, _ in found), *e.laws.kinks], len(e.laws.kinks)
    buffer = np.zeros(len(values) + len(contacts))
    falling = EVENT_DIRECTIONS["falling"]
    directions = [*(direction for _, direction in found), *[0] * kinks, *[falling] * len(contacts)]
    kinds = [LANDED if event.lands else RECORDED for event in own] + [LANDED] * (kinks + len(contacts))
    kernel = _calls(bound, values, buffer, bool(contacts))
    # Margins are forces as well, which depend on all of a state.
    dependence = (None, False, bool(len(bound.s))) if contacts else _dependence(e, values)
    watch = make_watch(kernel, buffer, directions, kinds, bound.n, *dependence)
    watch.pieces.rounding[len(values) :] = [event.rounding for event in contacts]
    places = [*own, *[None] * kinks, *contacts]
    return EventKernel(tuple(places), watch, len(own), e.laws.kink_owners, e.laws.discontinuities, tuple(values))


def _calls(bound: BoundKernels, values: Sequence[Any], buffer: np.ndarray, has_contacts: bool) -> np.ndarray:
    """The kernels, bound to where values go: one row of integers each."""
    e, found = bound.system.equations, []
    if len(values):
        kernel = compile_function(e.tracer.function("events", values=array(values)))
        found.append(bound.bind(kernel, {"values": buffer[: len(values)]}))
    if has_contacts:
        kernel = bound.system.kernel("contact_margins", rows=bound.rows)
        found.append(bound.bind(kernel, {"values": buffer[len(values) :]}))
    return np.array(found)


_POLYNOMIAL = frozenset(("add", "sub", "mul", "neg", "const", "symbol"))
"""Operations that lead from polynomials to polynomials."""


def _dependence(e: Any, values: Sequence[Any]) -> tuple[list[int], bool, bool]:
    """(entries of the state that expressions depend on, whether they are polynomials of these and of time, whether they
    depend on unknowns, which the whole state makes known)."""
    nodes = topological(as_expr(value) for value in values)
    used = {node.uid for node in nodes if node.op == "symbol"}
    state = [*e.kinematics.symbols.q, *e.kinematics.symbols.u, *e.kinematics.symbols.z]
    settles = any(getattr(symbol, "uid", None) in used for symbol in e.unknowns.s)
    needs = [k for k, symbol in enumerate(state) if settles or getattr(symbol, "uid", None) in used]
    return needs, not settles and all(node.op in _POLYNOMIAL for node in nodes), settles


def _expression(bound: BoundKernels, event: Event) -> tuple[Any, int]:
    e = bound.system.equations
    if is_steady(event.function, e.channels):
        return event_value(event, e.channels)
    u_dot, lam, _ = e.forward_dynamics.under(bound.rows).accelerations()
    return event_value(event, e.channels.at_motion(u_dot, lam))
