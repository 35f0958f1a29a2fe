"""What a benchmark knows of a mechanism with loops: enough to build it in every program and to compare the results."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

import numpy as np

import linkwork as lw

CENTRE = "centre"
"""The point of every body whose place and velocity are compared: its centre of mass."""


@dataclass(frozen=True)
class Joint:
    """A hinge between two bodies ("ground" is one), about or along an axis through a point of the body `on`."""

    kind: Literal["revolute", "prismatic"]
    first: str
    second: str
    on: str
    point: tuple[float, float, float] = (0.0, 0.0, 0.0)
    axis: tuple[float, float, float] = (0.0, 0.0, 1.0)
    cut: bool = False
    """Whether it closes a loop, so that trees leave it to a constraint."""
    speed: float = 0.0
    """At the start."""


@dataclass(frozen=True)
class Spring:
    """A spring with damper between points of two bodies."""

    first: str
    at_first: tuple[float, float, float]
    second: str
    at_second: tuple[float, float, float]
    stiffness: float
    damping: float
    length: float


@dataclass(frozen=True, eq=False)
class Hand:
    """A mechanism's equations as they are written by hand: the smallest set of coordinates, closed forms throughout."""

    rates: Any
    """Compiled `rates(t, y, f)`."""
    jacobian: Any
    """Compiled `jacobian(t, y, J)`, for implicit methods; None where there is no need for one."""
    y: np.ndarray
    """At the start: coordinates, then their rates."""
    names: tuple[str, ...]
    """What the coordinates are called in the model."""
    centres: Callable[[np.ndarray], np.ndarray]
    """Places and velocities of the bodies' centres of mass, in the order of the model's bodies."""


@dataclass(frozen=True, eq=False)
class Loop:
    """A mechanism and the run that is asked for."""

    name: str
    model: lw.Model
    values: dict[str, float]
    """What is known of the state at the start, by name."""
    t_end: float
    joints: tuple[Joint, ...]
    make_hand: Callable[[Loop], Hand]
    springs: tuple[Spring, ...] = ()
    gravity: tuple[float, float, float] = (0.0, -9.81, 0.0)
    planar: bool = False
    """Whether all happens in the plane z = 0."""
    enough: tuple[int, ...] | None = None
    """Which of the closing joint's three translations and three rotations must be held, where not all may be."""
    stiff: bool = False

    @cached_property
    def system(self) -> lw.System:
        """Compiled."""
        return lw.compile_model(self.model)

    @cached_property
    def start(self) -> lw.State:
        """Where all runs begin."""
        return lw.assemble(self.system, self.values)

    @cached_property
    def hand(self) -> Hand:
        """The equations written by hand."""
        return self.make_hand(self)

    @property
    def bodies(self) -> list[lw.Body]:
        """All that moves."""
        return list(self.model.bodies.values())

    @cached_property
    def standing(self) -> lw.Trajectory:
        """The state at the start, to read from."""
        return lw.simulate(self.system, self.start, self.start.t, times=[self.start.t])

    @cached_property
    def places(self) -> dict[str, tuple[np.ndarray, np.ndarray]]:
        """(R_WB, p_WB) of every body at the start."""
        poses = {body.name: self.standing.pose(body.name) for body in self.bodies}
        return {"ground": (np.eye(3), np.zeros(3)), **{name: (R[0], p[0]) for name, (R, p) in poses.items()}}

    @cached_property
    def speeds(self) -> dict[str, tuple[np.ndarray, np.ndarray]]:
        """(velocity of the centre of mass, angular velocity) of every body at the start, in the world."""
        run = self.standing
        parts = {b.name: (f"{b.name}.{CENTRE}.velocity", f"{b.name}.angular_velocity") for b in self.bodies}
        return {name: (run[v][0], run[w][0]) for name, (v, w) in parts.items()}

    def world(self, body: str, point: Any) -> np.ndarray:
        """Where a point of a body is at the start."""
        R, p = self.places[body]
        return p + R @ np.asarray(point, dtype=float)

    def centres(self, run: lw.Trajectory) -> np.ndarray:
        """Places and velocities of all centres of mass at the end of a run of ours."""
        parts = [run[f"{body.name}.{CENTRE}.{what}"][-1] for what in ("position", "velocity") for body in self.bodies]
        return np.concatenate(parts)


def mark_centres(model: lw.Model) -> lw.Model:
    """The model, with the centre of mass of every body named."""
    for body in model.bodies.values():
        body.point(CENTRE, np.asarray(body.com, dtype=float))
    return model
