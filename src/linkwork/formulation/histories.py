r"""Delayed laws, given the past as polynomials of the time at which it happened (`contract.delays`).

The numbers of the polynomials are inputs of the compiled code that a run sets at each mesh point.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from ..contract.assembly import delayed_parts
from ..contract.delays import COEFFICIENTS, PASTS, DelayedPart, delay_arguments, delay_value, depends_on_state
from ..contract.derived.law_arguments import asked_of_past, measured_count, recalls_rates
from ..contract.parameters import RunValue, parameters_in
from ..expr import array, jacobian, symbols
from ..expr.evaluate import evaluate
from ..expr.graph import Node, as_expr
from ..model import Connection, Model

CHANNELS = {"e": "measure", "e_dot": "measure_dot", "force": "force"}
"""What a law may ask for of the past, and the channel that has it."""


@dataclass(frozen=True)
class Recalled:
    """One number of the past that a law asks for."""

    connection: str
    delay: str
    """The beginning of names of the delay: "connection.late_0"."""
    what: str
    """"e", "e_dot" or "force"."""
    number: int
    """Which of the numbers that are measured."""
    component: int
    """Its place in its channel."""
    channel: str
    """Where a run reads it."""
    gave: float = 0.0
    """What the law gave before a run begins, where that is asked for."""
    is_in_assembly: bool = False
    """Whether it is of a part of an assembly, whose nodes go where the past has them."""
    has_rate: bool = True
    """Whether the rate of what is measured can be read: of parts of assemblies, where it is remembered."""

    @property
    def depends_on_past(self) -> bool:
        """Whether it can be read only with the delayed values of its own time."""
        return self.what == "force" or self.is_in_assembly

    @property
    def names(self) -> tuple[str, ...]:
        """Those of the coefficients of its polynomial."""
        return tuple(f"{self.delay}_{self.what}_{self.number}_{k}" for k in range(COEFFICIENTS))


@dataclass(frozen=True, eq=False)
class LawDelay:
    """One delay of a law, and the numbers of the past that it asks for there."""

    name: str
    """The beginning of names of its inputs: "connection.late_0"."""
    connection: str
    tau: Any
    size: int
    """How many numbers the law measures."""
    seen: tuple[Recalled, ...]
    """What is measured and its rate, number by number."""
    asked: tuple[Recalled, ...]
    is_written: bool
    """Whether the element says what was before."""

    @property
    def known(self) -> str:
        """The name of the number that says where values come from."""
        return f"{self.name}_known"

    @property
    def middle(self) -> str:
        """The name of the middle of the span of its polynomials."""
        return f"{self.name}_middle"

    @property
    def rate(self) -> str:
        """The name of two over the length of that span."""
        return f"{self.name}_rate"

    @property
    def needs(self) -> set[str]:
        """What τ depends on, of e, e_dot and t."""
        return delay_arguments(self.tau)

    @property
    def kind(self) -> str:
        """ "constant" in a run, a function of "time" alone, or of the "state"."""
        if depends_on_state(self.tau):
            return "state"
        return "time" if delay_arguments(self.tau) else "constant"

    @property
    def raises(self) -> int:
        """By how many orders the derivative of the motion that jumps is higher after this delay."""
        return min((2 - ("e", "e_dot", "force").index(r.what) for r in self.asked), default=2)

    def at(self, t: Any, given: Any, e: Any = None, e_dot: Any = None) -> Any:
        """τ at times, of Parameters, and of measured values and rates (times × numbers) where it depends on these."""
        graph, time, places = self._graph
        known: dict[Any, Any] = {time: np.asarray(t, dtype=float)}
        for what, values in (("e", e), ("e_dot", e_dot)):
            if values is not None:
                rows = np.asarray(values, dtype=float).reshape(*np.shape(t), self.size)
                known |= {place: rows[..., j] for j, place in enumerate(places[what])}
        known |= {x: given.get(x.name, x.value) for x in parameters_in([graph])}
        return np.broadcast_to(np.asarray(evaluate([graph], known)[0], dtype=float), np.shape(t))

    def slopes_at(self, t: float, given: Any, e: Any, e_dot: Any) -> tuple[float, np.ndarray, np.ndarray, np.ndarray]:
        """∂τ by (t, measured values, rates, Parameters in the order of `parameters`) at one time."""
        graph, time, places = self._graph
        own = parameters_in([graph])
        variables = [time, *places["e"], *places["e_dot"], *own]
        known = dict(zip(variables, [t, *e, *e_dot, *(given.get(x.name, x.value) for x in own)], strict=True))
        slopes = jacobian(as_expr(graph), array(variables)).ravel()
        found = np.array(evaluate([as_expr(x) for x in slopes], known), dtype=float)
        by_e, by_rate, by_parameters = np.split(found[1:], [self.size, 2 * self.size])
        return float(found[0]), by_e, by_rate, by_parameters

    @property
    def parameters(self) -> tuple[str, ...]:
        """Parameters that τ depends on, by name."""
        return tuple(x.name for x in parameters_in([self._graph[0]]))

    @cached_property
    def _graph(self) -> tuple[Node, Any, dict[str, list[Any]]]:
        """(τ, the symbol of time, those of measured values and rates)."""
        time = symbols("t")
        places = {what: [symbols(f"{what}_{j}") for j in range(self.size)] for what in ("e", "e_dot")}
        seen = {what: own[0] if self.size == 1 else array(own) for what, own in places.items()}
        return as_expr(delay_value(self.tau, {**seen, "t": time})), time, places


def delays_of(connection: Connection) -> list[LawDelay]:
    """The delays of the laws of a connection, with what is asked for; nothing where none is delayed."""
    return [found for part in delayed_parts(connection.element) for found in _delays_of(connection.name, part)]


def _delays_of(name: str, part: DelayedPart) -> list[LawDelay]:
    element, count = part.element, measured_count(part.element)
    used = asked_of_past(element)
    owner = f"{name}.{part.prefix}"
    gave = np.broadcast_to(np.asarray(element.past_force, dtype=float), (count,))
    has_rate = not part.prefix or recalls_rates(element)
    found = []
    for k, tau in enumerate(element.delays):
        delay = f"{owner}late_{k}"
        every = [
            Recalled(
                name,
                delay,
                what,
                j,
                *_channel(part, owner, what, j, count),
                float(gave[j]),
                bool(part.prefix),
                has_rate,
            )
            for what in PASTS
            for j in range(count)
        ]
        asked = tuple(r for r in every if r.names[1].removeprefix(owner) in used)
        seen = tuple(r for r in every if r.what == "e" or (r.what == "e_dot" and has_rate))
        found.append(LawDelay(delay, name, tau, count, seen, asked, part.is_written))
    return found


def _channel(part: DelayedPart, owner: str, what: str, j: int, count: int) -> tuple[int, str]:
    """Of one number, its place in its channel and that: parts of assemblies have a channel for each number."""
    if part.prefix and count > 1:
        return 0, f"{owner}{CHANNELS[what]}.{j}"
    return j, owner + CHANNELS[what]


def with_histories(model: Model) -> Model:
    """A model in which delayed laws have inputs for the past; the same where there are none."""
    looking = {name: parts for name, c in model.connections.items() if (parts := delayed_parts(c.element))}
    if not looking:
        return model
    model = model.copy()
    for name, parts in looking.items():
        own = model.connections[name]
        given: dict[str, Any] = {part.prefix + late: 0.0 for part in parts for late in part.element.late}
        for delay in delays_of(own):
            names = (delay.known, delay.middle, delay.rate, *(x for asked in delay.asked for x in asked.names))
            given |= {one.removeprefix(f"{name}."): RunValue(one) for one in names}
        model.connections[name] = replace(own, inputs={**own.inputs, **given})
    return model
