"""Functions of channels with their derivatives, where channels have theirs but are not traced expressions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...expr import array, jacobian, symbols
from ...expr.evaluate import evaluate
from ...expr.graph import as_expr
from ...expr.node import symbols_of
from ...system import System
from .linear_system import varied_channels
from .parameter_derivatives import parameter_names
from .variation import Variation


class ChannelSymbols:
    """Channels of a system as symbols; those that were asked for are kept in their order."""

    def __init__(self, system: System) -> None:
        self.system = system
        self.seen: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        if name not in self.seen:
            shape = () if name == "t" or name in self.system.rest.parameters else self.system.channel_table[name].shape
            self.seen[name] = symbols(name, shape) if shape else symbols(name)
        return self.seen[name]


def function_slopes(system: System, function: Callable[[Any], Any]) -> Callable[[Variation], Any]:
    """The value of a function of channels at a state, and its derivatives by all that these depend on.

    By the chain rule: the function is traced on symbols of channels, whose own derivatives the system knows.
    """
    channels = ChannelSymbols(system)
    value = as_expr(function(channels))
    # Conditions of contacts name Parameters themselves, as numbers of laws and no channels.
    values = parameter_names(system)
    channels.seen |= {x.data: x for x in symbols_of([value]) if x.data in values and x.data not in channels.seen}
    entries = [as_expr(x) for given in channels.seen.values() for x in np.ravel(array(given))]
    slopes = [as_expr(x) for x in np.ravel(jacobian(array([value]), array(entries)))] if entries else []

    given = ("t", *values)
    plain = [name for name in channels.seen if name not in given]
    places = np.cumsum([0, *(np.size(array(x)) for x in channels.seen.values())])
    own = [k for n, name in enumerate(channels.seen) if name in plain for k in range(places[n], places[n + 1])]
    direct = [(int(places[n]), given.index(name)) for n, name in enumerate(channels.seen) if name in given]

    def at(v: Variation) -> Any:
        _, found = varied_channels(v, tuple(plain))
        numbers = np.zeros(len(entries))
        numbers[own] = np.ravel(found.value)
        for k, place in direct:
            numbers[k] = v.state.parameters[given[place]] if place else v.state.t
        number, *by = evaluate([value, *slopes], dict(zip(entries, numbers, strict=True)))
        row = np.array(by, dtype=float)[None, :]
        parts = {name: row[:, own] @ np.asarray(part) for name, part in zip(found._fields[1:], found[1:], strict=True)}
        for k, place in direct:
            parts["by_p"][0, place] += row[0, k]
        return type(found)(np.array([number], dtype=float), **parts)

    return at
