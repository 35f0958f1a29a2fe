"""The events of a run of a tree and the kinks of its elements, as one kernel that compiled loops ask."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np

from ...contract import Discontinuity
from ...expr import array
from ...expr.graph import as_expr
from ...expr.node import topological
from ...kernels import compile_function
from ...numerics.integrators.event_search import LANDED, RECORDED, Watch, idle_watch, make_watch
from ...run.events import KINK_TOO_FAST, TOO_FAST, Event, check_event_names, event_value, is_steady
from ..common.bound_kernels import BoundKernels


@dataclass(frozen=True, eq=False)
class EventKernel:
    """The events of a run and the kinks of its elements, as one kernel."""

    events: Sequence[Event]
    kinks: int
    watch: Watch = field(repr=False)

    owners: Sequence[str] = ()
    """The connection that each kink belongs to."""
    discontinuities: Sequence[Discontinuity | None] = ()
    """What of it may leap there, for each kink."""

    def name(self, k: int) -> str | None:
        """The event's name; None for a kink."""
        return self.events[k].name if k < len(self.events) else None

    def discontinuity(self, k: int) -> tuple[str, Discontinuity] | None:
        """(the connection, what of it may leap) at a kink; None elsewhere."""
        n = k - len(self.events)
        found = self.discontinuities[n] if n >= 0 else None
        return None if found is None else (self.owners[n], found)

    def unfollowed(self) -> list[str]:
        """A sentence for everything that could not be followed along a step."""
        said = []
        for k, (t, h) in enumerate(self.watch.unfollowed.tolist()):
            name = self.name(k)
            if h > 0.0:
                text = KINK_TOO_FAST if name is None else TOO_FAST
                owner = self.owners[k - len(self.events)] if name is None else name
                said.append(text.format(name=owner, begin=t, end=t + h))
        return said


@cache
def _nothing() -> EventKernel:
    # All runs without events and kinks share it: nothing is ever written there but what it holds.
    return EventKernel((), 0, idle_watch())


def event_kernel(bound: BoundKernels, events: Sequence[Event]) -> EventKernel:
    """What a run has to look for."""
    e = bound.system.equations
    if not events and not len(e.laws.kinks):
        return _nothing()
    check_event_names(events)
    found = [_expression(bound, event) for event in events]
    values = [*(value for value, _ in found), *e.laws.kinks]
    buffer = np.zeros(len(values))
    kernel = bound.bind(compile_function(e.tracer.function("events", values=array(values))), {"values": buffer})
    directions = [*(direction for _, direction in found), *[0] * len(e.laws.kinks)]
    kinds = [LANDED if event.lands else RECORDED for event in events] + [LANDED] * len(e.laws.kinks)
    watch = make_watch(kernel, buffer, directions, kinds, bound.n, *_dependence(e, values))
    return EventKernel(tuple(events), len(e.laws.kinks), watch, e.laws.kink_owners, e.laws.discontinuities)


POLYNOMIAL = frozenset(("add", "sub", "mul", "neg", "const", "symbol"))
"""Operations that lead from polynomials to polynomials."""


def _dependence(e: Any, values: Sequence[Any]) -> tuple[list[int], bool, bool]:
    """(entries of the state that expressions depend on, whether they are polynomials of these and of time, whether they
    depend on unknowns, which the whole state makes known)."""
    nodes = topological(as_expr(value) for value in values)
    used = {node.uid for node in nodes if node.op == "symbol"}
    state = [*e.kinematics.symbols.q, *e.kinematics.symbols.u, *e.kinematics.symbols.z]
    settles = any(getattr(symbol, "uid", None) in used for symbol in e.unknowns.s)
    needs = [k for k, symbol in enumerate(state) if settles or getattr(symbol, "uid", None) in used]
    return needs, not settles and all(node.op in POLYNOMIAL for node in nodes), settles


def _expression(bound: BoundKernels, event: Event) -> tuple[Any, int]:
    e = bound.system.equations
    if is_steady(event.function, e.channels):
        return event_value(event, e.channels)
    u_dot, lam, _ = e.forward_dynamics.under(bound.rows).accelerations()
    return event_value(event, e.channels.at_motion(u_dot, lam))
