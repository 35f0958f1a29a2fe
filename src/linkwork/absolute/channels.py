"""Channels of force elements and of points on bodies: what an element with that channel as its input would see."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ..contract import Active
from ..formulation.absolute.kind import Kind
from ..formulation.absolute.looking import AXES, Looker, shape_of
from ..formulation.assemblies import with_acting_assemblies
from ..model import Connection
from .configuration import Configuration
from .groups import Group
from .motion import accelerate
from .seeing import seeing

NAME = "channel that is read"


class Watcher(Active):
    """Acts on nothing, and shows its input."""

    ends = 0
    inputs = ("seen",)
    outputs = ("seen",)

    def output(self, i: Any) -> Any:
        """What it sees."""
        return i.seen


def channel(
    system: Any, name: str, at: Configuration, parameters: Mapping[str, float], lam: np.ndarray | None = None
) -> Any:
    """The value of a channel at a configuration; multipliers are those of the motion unless given."""
    shape = shape_of(name, system.model)
    parts = [name] if not shape else [f"{name}.{axis}" for axis in AXES]
    values = [_value(system, _watching(system, part), at, parameters, lam) for part in parts]
    return np.array(values) if shape else values[0]


def _value(
    system: Any, group: Group, at: Configuration, parameters: Mapping[str, float], lam: np.ndarray | None
) -> float:
    if lam is None:
        lam = accelerate(system, at, system.tables(parameters)).lam if len(group.seen) else np.zeros(system.rows)
    data = system.worth(list(group.kind.data), parameters).reshape(-1, 1)
    return float(group.evaluate("shown", at, data, 1, lam=lam)["shown"][0, 0])


def _watching(system: Any, name: str) -> Group:
    """A watcher of a channel, made once for each system."""
    if name not in system.watchers:
        whole = with_acting_assemblies(system.model).copy()
        whole.connections[NAME] = Connection(NAME, Watcher(), (), inputs={"seen": name})
        rows = {owner: group.kind.rows for group in system.groups for owner in group.names}
        looker = Looker(whole.connections[NAME], whole, lambda c: rows[c.name])
        looker.build()
        small = tuple(body.name for body in looker.bodies.values())
        kind = Kind(f"shown_{name}", looker.small, small, tuple(whole.parameters.values()), looker.sight)
        bodies = np.array([system.bodies.names.index(body) for body in looker.bodies], dtype=np.int64).reshape(-1, 1)
        dofs = (6 * bodies[:, None] + np.arange(6)[None, :, None]).reshape(-1, 1)
        none = np.zeros((0, 1), dtype=np.int64)
        group = Group(kind, (NAME,), bodies, none, dofs, none)
        system.watchers[name] = seeing(group, system.groups, system.layout, len(system.bodies.names))
    found: Group = system.watchers[name]
    return found
