"""Channels of force elements and of points on bodies: what an element with that channel as its input would see."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ..contract import Active, Force, hinge_of
from ..formulation.absolute.kind import Kind
from ..formulation.absolute.looking import AXES, Looker, shape_of
from ..formulation.assemblies import with_acting_assemblies
from ..model import Connection, Model
from .configuration import Configuration
from .groups import Group
from .motion import accelerate
from .seeing import seeing

NAME = "channel that is read"
GAUGE = "gauge of a hinge"


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
    values = [_value(system, watching(system, part), at, parameters, lam) for part in parts]
    return np.array(values) if shape else values[0]


def _value(
    system: Any, group: Group, at: Configuration, parameters: Mapping[str, float], lam: np.ndarray | None
) -> float:
    if lam is None:
        lam = accelerate(system, at, system.tables(parameters)).lam if len(group.seen) else np.zeros(system.rows)
    data = system.worth(list(group.kind.data), parameters).reshape(-1, 1)
    return float(group.evaluate("shown", at, data, 1, lam=lam)["shown"][0, 0])


def watching(system: Any, name: str) -> Group:
    """A watcher of a channel, made once for each system."""
    if name not in system.watchers:
        whole = with_acting_assemblies(system.model).copy()
        system.watchers[name] = _watcher(system, whole, name, name)
    found: Group = system.watchers[name]
    return found


def gauge(system: Any, name: str) -> Group | None:
    """A watcher of a hinge's coordinate, or of its rate, as it is measured on the ends; None where nothing does."""
    stem, _, last = name.rpartition(".")
    drawn = system.model.connections.get(stem)
    hinge = None if drawn is None else hinge_of(drawn.element)
    coordinate = last if hinge is None or last in hinge.coordinates else last.removesuffix("_dot")
    measure = hinge.measure(coordinate) if hinge is not None and coordinate in hinge.coordinates else None
    if measure is None:
        return None
    if name not in system.watchers:
        whole = with_acting_assemblies(system.model).copy()
        element = type(
            "Gauge", (Force,), {"measure": measure, "law": _nothing, "__doc__": "Measures, and does nothing."}
        )()
        whole.connections[GAUGE] = Connection(GAUGE, element, drawn.ends)
        seen = "measure" if last == coordinate else "measure_dot"
        system.watchers[name] = _watcher(system, whole, name, f"{GAUGE}.{seen}")
    found: Group = system.watchers[name]
    return found


def _nothing(self: Any, e: Any) -> Any:
    return 0.0 * e


def _watcher(system: Any, whole: Model, name: str, seen: str) -> Group:
    whole.connections[NAME] = Connection(NAME, Watcher(), (), inputs={"seen": seen})
    rows = {owner: group.kind.rows for group in system.groups for owner in group.names}
    looker = Looker(whole.connections[NAME], whole, lambda c: rows[c.name])
    looker.build()
    small = tuple(body.name for body in looker.bodies.values())
    label = "".join(x if x.isalnum() else "_" for x in name)
    kind = Kind(f"shown_{label}", looker.small, small, tuple(whole.parameters.values()), looker.sight)
    bodies = np.array([system.bodies.names.index(body) for body in looker.bodies], dtype=np.int64).reshape(-1, 1)
    dofs = (6 * bodies[:, None] + np.arange(6)[None, :, None]).reshape(-1, 1)
    none = np.zeros((0, 1), dtype=np.int64)
    group = Group(kind, (NAME,), bodies, none, dofs, none)
    return seeing(group, system.groups, system.layout, len(system.bodies.names))
