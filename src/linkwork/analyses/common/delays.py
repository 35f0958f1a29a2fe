"""Systems with delayed laws: at rest, where delayed values are the present ones, and verbs that have no past."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from ...contract import ModelError
from ...contract.delays import POLYNOMIAL, PRESENT
from ...formulation.histories import LawDelay, Recalled
from ...results import State
from ...run.past_memory import law_delays

_SETTLED = 1e-12
"""Past forces at rest are the present ones to this part."""
MOST_ROUNDS = 40


def refuse_delays(system: Any, verb: str, instead: str, who: str = "") -> None:
    """Raises where some law is delayed; `verb`, or `who`, cannot carry its history; `instead` says what to do."""
    for delay in law_delays(system):
        kind = system.model.connections[delay.connection].element.kind
        by = "" if delay.kind == "state" else f" by {float(delay.at(0.0, {})):g} s"
        raise ModelError(
            f"{who}connection {delay.connection!r} ({kind}) is delayed{by}, and delayed laws are not "
            f"supported here. {instead}",
            verb,
        )


def rested(system: Any, state: State) -> State:
    """The state where all has been at rest for long: laws see their present values, and past forces that it brings."""
    values = dict(state.parameters)
    for delay in law_delays(system):
        if values[delay.known] != PRESENT:
            values |= {r.names[0]: r.gave for r in delay.asked if r.what == "force"}
        values[delay.known] = PRESENT
    return replace(state, parameters=values)


def present_delay(system: Any, state: State, delay: LawDelay) -> float:
    """τ at a state."""
    seen = system.channels(state) if delay.kind == "state" else {}
    values = {
        what: [component(seen[r.channel], r) if seen else 0.0 for r in delay.seen if r.what == what]
        for what in ("e", "e_dot")
    }
    missing = [0.0] * (delay.size - len(values["e_dot"]))
    return float(delay.at(state.t, state.parameters, values["e"], [*values["e_dot"], *missing]))


def recalled(system: Any, state: State) -> State:
    """The same with the past as constants, so that derivatives by the state are those of the present alone."""
    values, seen = dict(state.parameters), system.channels(state)
    for delay in law_delays(system):
        values |= {delay.known: POLYNOMIAL, delay.middle: 0.0, delay.rate: 0.0}
        for r in delay.asked:
            at_rest = 0.0 if r.what == "e_dot" else state.parameters[r.names[0]]
            constant = component(seen[r.channel], r) if r.what == "e" else at_rest
            values |= {**dict.fromkeys(r.names, 0.0), r.names[0]: constant}
    return replace(state, parameters=values)


def keeps_forces(system: Any) -> bool:
    """Whether some law is on its own past force."""
    return any(r.what == "force" for delay in law_delays(system) for r in delay.asked)


def component(value: Any, r: Recalled) -> float:
    """Of what a channel has, the number that a law asks for."""
    return float(np.ravel(np.asarray(value))[r.component])


def with_past_forces(system: Any, solved: Callable[[State | None], Any]) -> Any:
    """A rest in which laws on their own past force give what they gave, by Broyden's method on these forces.

    `solved` gives the rest for a guess, None at first; its `state` and `system` have the channels.
    """
    asked = [r for delay in law_delays(system) for r in delay.asked if r.what == "force"]
    found = solved(None)
    slope, step, before = -np.eye(len(asked)), None, None
    for _ in range(MOST_ROUNDS if asked else 0):
        given = np.array([found.state.parameters[r.names[0]] for r in asked])
        off = np.array([component(found[r.channel], r) for r in asked]) - given
        if np.abs(off).max() <= _SETTLED * max(1.0, float(np.abs(given).max())):
            return found
        if step is not None and before is not None:
            slope = slope + np.outer(off - before - slope @ step, step) / (step @ step)
        step, before = -np.linalg.lstsq(slope, off, rcond=None)[0], off
        values = {r.names[0]: float(x) for r, x in zip(asked, given + step, strict=True)}
        found = solved(replace(found.state, parameters={**found.state.parameters, **values}))
    if asked:
        raise ModelError(
            f"connection {asked[0].connection!r}: no past force was found that the law gives again at rest. Give a "
            "nearer guess, or look whether it has a rest at all.",
            "equilibrium",
        )
    return found
