"""Elements whose ends have turned against each other, or are pressed together, by more than their law can follow."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from ...contract import Force, value_of
from ...diagnosis import Note, note
from ...mechanics.asked_once import asked_once
from ...model import Connection, Point
from ...results import State
from ...run.elastic_notes import SMALL_ROTATION, elastic_rotation
from ...system import System

COMFORTABLE = 1.2
"""The turn (rad) of an element that the number of elements in sentences aims at."""


def turn_notes(system: System, states: Iterable[State]) -> list[Note]:
    """A note on the element that turned farthest beyond its limit; none where all are within theirs."""
    tables = turn_tables(system)
    worst, where, at = 1.0, None, 0.0
    R = _rotations(system, states if tables else ())
    for table in tables if len(R) else ():
        turns = table.turns(R)
        k = int(np.argmax(turns / table.limits))
        if turns[k] / table.limits[k] > worst:
            worst, where, at = turns[k] / table.limits[k], table.connections[k], float(turns[k])
    return [] if where is None else [note("element_overturned", _sentence(system, where, at), about=where.name)]


def fold_advice(system: System, state: State) -> list[str]:
    """A sentence about the element that is bent most, where it is folded: what to do where no rest was found."""
    tables = turn_tables(system)
    if not tables:
        return []
    R = _rotations(system, [state])
    turns = [pair for table in tables for pair in zip(table.turns(R), table.connections, strict=True)]
    turn, connection = max(turns, key=lambda pair: pair[0])
    if turn < COMFORTABLE:
        return []
    return [
        f"There {_named(system, connection)} bends by {turn:.1f} rad, a fold that is sharper than its elements can "
        "follow: take its ends farther apart, give elements that are no longer than the radius of the fold, or see "
        "with a damped simulation how it comes to rest."
    ]


def _rotations(system: System, states: Iterable[State]) -> np.ndarray:
    """Of all bodies (states × bodies × 3 × 3)."""
    found = [np.asarray(system.evaluate("body_poses", state).R, dtype=float).reshape(-1, 3, 3) for state in states]
    return np.array(found)


def elastic_turn_notes(system: System, state: State) -> list[Note]:
    """A note on each modal body whose frames turned by more than is small."""
    found = []
    for body in system.model.bodies.values():
        if body.elastic is not None and body.elastic.data.count:
            data = body.elastic.data
            e = np.array([state[f"{body.name}.{name}"] for name in data.coordinates])
            turns = {name: float(np.linalg.norm(frame.Theta @ e)) for name, frame in data.frames.items()}
            name = max(turns, key=lambda own: turns[own], default="")
            if turns.get(name, 0.0) > SMALL_ROTATION:
                found.append(elastic_rotation(body.name, name, turns[name]))
    return found


@dataclass(frozen=True, eq=False)
class _TurnTable:
    """Elements with as many ends as each other, and limits of how far these may turn."""

    connections: list[Connection]
    limits: np.ndarray
    bodies: np.ndarray
    """Numbers of the bodies of all ends (elements × ends)."""
    axes: np.ndarray
    """The rotations of ends in these (elements × ends × 3 × 3)."""

    @classmethod
    def of(cls, system: System, connections: list[Connection]) -> _TurnTable:
        ends = [[end for end in c.ends if isinstance(end, Point)] for c in connections]
        number = system.chart.body_number
        bodies = [[0 if end.body.is_ground else number(end.body.name) for end in points] for points in ends]
        axes = [[np.asarray(value_of(end.X.R), dtype=float) for end in points] for points in ends]
        return cls(connections, np.array([_limit(c) for c in connections]), np.array(bodies), np.array(axes))

    def turns(self, R: np.ndarray) -> np.ndarray:
        """The largest angles of an end against the middle one, the bodies having these rotations (states × bodies)."""
        turned = np.where((self.bodies == 0)[..., None, None], np.eye(3), R[:, self.bodies]) @ self.axes
        middle = turned[:, :, (turned.shape[2] - 1) // 2]
        cosines = 0.5 * (np.einsum("skij,sknij->skn", middle, turned) - 1.0)
        found: np.ndarray = np.arccos(np.clip(cosines.min(axis=(0, 2)), -1.0, 1.0))
        return found


@asked_once
def turn_tables(system: System) -> list[_TurnTable]:
    """All elements that have a limit, by how many ends they have."""
    limited: dict[int, list[Connection]] = {}
    for connection in system.model.connections.values():
        if _limit(connection) < np.inf:
            limited.setdefault(len(connection.ends), []).append(connection)
    return [_TurnTable.of(system, connections) for connections in limited.values()]


def squeeze_notes(system: System, state: State, u_dot: np.ndarray, lam: np.ndarray) -> list[Note]:
    """A note on the element that is pressed together most, below its limit; none where all are within theirs."""
    limited = [c for c in system.model.connections.values() if _least_stretch(c) > -np.inf]
    if not limited:
        return []
    stretches = [float(system.channels.value(f"{c.name}.stretch", state, u_dot, lam)) for c in limited]
    beyond = [stretch - _least_stretch(c) for c, stretch in zip(limited, stretches, strict=True)]
    worst = int(np.argmin(beyond))
    if not beyond[worst] <= 0.0:
        return []
    said = (
        f"{_named(system, limited[worst])} is squeezed to {1.0 + stretches[worst]:.2g} of its length (limit "
        f"{1.0 + _least_stretch(limited[worst]):.2g}): it would have bent aside long before. Start from another guess, "
        "such as a shape that is bent a little, or put the loads on with steps=."
    )
    return [note("element_squeezed", said, about=limited[worst].name)]


def _least_stretch(connection: Connection) -> float:
    return connection.element.least_stretch if isinstance(connection.element, Force) else -np.inf


def _named(system: System, connection: Connection) -> str:
    for built in system.model.structures.values():
        if connection.name in built.elements:
            return f"beam element {built.elements.index(connection.name) + 1} of {built.name}"
    return connection.name


def _limit(connection: Connection) -> float:
    return connection.element.most_turn if isinstance(connection.element, Force) else np.inf


def _sentence(system: System, connection: Connection, turn: float) -> str:
    for built in system.model.structures.values():
        if connection.name in built.elements:
            number, count = built.elements.index(connection.name) + 1, len(built.elements)
            more = int(np.ceil(count * round(turn, 1) / COMFORTABLE - 1e-9))
            return (
                f"beam element {number} of {built.name} bends by {turn:.1f} rad (limit pi): use more elements (now "
                f"{count}, try {more})."
            )
    return f"{connection.name} bends by {turn:.1f} rad (limit pi): use more elements."
