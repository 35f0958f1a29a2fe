"""Unknowns of constraints to begin with, where elements can say them at a pose: where surfaces are nearest."""

from __future__ import annotations

import numpy as np

from ...contract.own_unknowns import OwnUnknowns
from ...mechanics.asked_once import asked_once
from ...results import State
from ...spatial import Relative
from ...system import System


def with_guesses(system: System, state: State, said: frozenset[str]) -> tuple[State, list[str]]:
    """(the state with unknowns as elements guess them, remarks); those of which one is `said` stay as they are."""
    guessing = {name: own for name, own in _guessing(system).items() if said.isdisjoint(f"{name}.{x}" for x in own)}
    if not guessing:
        return state, []
    values: dict[str, float] = {}
    remarks = []
    for part in system.rows.table(state).parts:
        own = guessing.pop(part.name, None)
        if own is None:
            continue
        X = part.F.inverse @ part.M
        rel = Relative(np.asarray(X.R, dtype=float), np.asarray(X.p, dtype=float), np.zeros(3), np.zeros(3))
        element = system.model.connections[part.name].element
        assert isinstance(element, OwnUnknowns)
        found = element.guess(rel, state.t)
        if found is not None:
            values |= {f"{part.name}.{x}": value for x, value in zip(own, found.values, strict=True)}
            remarks += [f"{part.name}: {found.remark}."] if found.remark else []
    return state.with_values(values), remarks


@asked_once
def _guessing(system: System) -> dict[str, tuple[str, ...]]:
    """Unknowns of connections that guess them, where their start is not in the model."""
    found = {}
    for name, connection in system.model.connections.items():
        element = connection.element
        if not isinstance(element, OwnUnknowns) or not element.auxiliary or connection.initial:
            continue
        if type(element).guess is not OwnUnknowns.guess:
            found[name] = tuple(element.auxiliary)
    return found
