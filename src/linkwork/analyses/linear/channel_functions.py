"""Functions of channels with their derivatives, where channels have theirs but are no traced expressions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...expr import array, jacobian, symbols
from ...expr.evaluate import evaluate
from ...expr.graph import as_expr
from ...kernels import Kernel
from ...system import System
from .linear_system import varied_channels
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


def at_motion(kernel: Kernel) -> Callable[[Variation], Any]:
    """A function of a tree that is given accelerations and multipliers, from the variations at a state."""
    return lambda v: kernel(*v.system.arguments(v.state), v.u_dot, v.lam)


def function_slopes(system: System, function: Callable[[Any], Any]) -> Callable[[Variation], Any]:
    """The value of a function of channels at a state, and its derivatives by all that these depend on.

    By the chain rule: the function is traced on symbols of channels, whose own derivatives the system knows.
    """
    channels = ChannelSymbols(system)
    value = as_expr(function(channels))
    entries = [as_expr(x) for given in channels.seen.values() for x in np.ravel(array(given))]
    slopes = [as_expr(x) for x in np.ravel(jacobian(array([value]), array(entries)))] if entries else []

    def at(v: Variation) -> Any:
        _, found = varied_channels(v, tuple(channels.seen))
        known = dict(zip(entries, np.ravel(found.value), strict=True))
        number, *by = evaluate([value, *slopes], known)
        row = np.array(by, dtype=float)[None, :]
        return type(found)(np.array([number], dtype=float), *(row @ np.asarray(part) for part in found[1:]))

    return at
