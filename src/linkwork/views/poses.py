"""Where bodies are: of a model as it was drawn, and along the states of a compiled system."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, runtime_checkable

import numpy as np

from ..channels import ChannelTable
from ..contract import Hinge, ModelError, value_of
from ..model import Model
from ..spatial import Pose
from ..topology import Branch, Layout, find_topology
from .parts import Deformation, Poses


@runtime_checkable
class CompiledSystem(Protocol):
    """What is read of a compiled system, in either formulation."""

    model: Model

    @property
    def layout(self) -> Layout:
        """Names and places of coordinates and speeds."""

    @property
    def channels(self) -> Any:
        """Their values, and what lists them and describes states."""

    @property
    def channel_table(self) -> ChannelTable:
        """Names, shapes and units of channels."""

    @property
    def chart(self) -> Any:
        """What coordinates and speeds are."""

    @property
    def rest(self) -> Any:
        """The state in which nothing has moved yet."""

    def evaluate(self, name: str, state: Any) -> Any:
        """One of its functions at a state."""


@runtime_checkable
class StatesInTime(Protocol):
    """States over time, such as `lw.kinematics` gives."""

    @property
    def times(self) -> np.ndarray:
        """Their times."""

    def state(self, k: int) -> Any:
        """The k-th of them."""


def poses_of_states(system: CompiledSystem, states: Sequence[Any]) -> Poses:
    """Poses and velocities of all bodies at states of a system."""
    found = [system.evaluate("body_poses", state) for state in states]
    names = sorted(system.model.bodies, key=system.chart.body_number)
    numbers = [system.chart.body_number(name) for name in names]
    R = np.array([f.R for f in found]).reshape(len(states), -1, 3, 3)[:, numbers]
    p = np.array([f.p for f in found]).reshape(len(states), -1, 3)[:, numbers]
    moving = [system.evaluate("body_velocities", state) for state in states]
    rates = [np.reshape([getattr(m, name) for m in moving], (len(states), len(names), 3)) for name in ("v", "w")]
    return Poses.of_rotations([state.t for state in states], names, R, p, *rates)


def deformations_of_states(system: CompiledSystem, states: Sequence[Any]) -> list[Deformation]:
    """Elastic coordinates of the modal bodies at states of a system."""
    found = []
    for name, body in system.model.bodies.items():
        coordinates = () if body.elastic is None else body.elastic.data.coordinates
        places = [system.layout.q_index(f"{name}.{own}") for own in coordinates]
        if places:
            found.append(Deformation(name, np.array([state.q for state in states])[:, places]))
    return found


def poses_at_rest(model: Model) -> Poses:
    """Poses of a model that is not compiled: joints at their starting values, along the tree."""
    topology = find_topology(model)
    frames = [Pose()]
    for branch in topology.branches:
        X = _pose(branch)
        step = X.inverse if branch.reversed else X
        frames.append(frames[branch.parent] @ _at(branch.inboard.X) @ step @ _at(branch.outboard.X).inverse)
    bodies = [vertex for vertex in topology.bodies[1:] if vertex.is_drawn]
    R, p = ([[getattr(frames[vertex.number], name) for vertex in bodies]] for name in ("R", "p"))
    shape = (1, len(bodies), 3)
    return Poses.of_rotations(
        [0.0], [vertex.name for vertex in bodies], np.reshape(R, (*shape, 3)), np.reshape(p, shape)
    )


def _pose(branch: Branch) -> Pose:
    """X_FM of a joint where it starts: at its plain configuration, or as its connection says."""
    hinge: Hinge = branch.hinge
    values = dict(zip(hinge.coordinates, hinge.rest_values, strict=True))
    connection = branch.connection
    if connection is not None:
        values |= {name: float(value_of(x)) for name, x in connection.initial.items() if name in values}
        values |= {name: float(value_of(x)) for name, x in connection.lock.items()}
        values |= {name: float(signal(0.0)) for name, signal in connection.drive.items()}
    try:
        return _at(hinge.pose(hinge.q(values.values()), 0.0))
    except ModelError as error:
        raise ModelError(f"connection {branch.name!r}: {error}") from error


def _at(pose: Pose) -> Pose:
    return Pose(np.asarray(value_of(pose.R), dtype=float), np.asarray(value_of(pose.p), dtype=float))
