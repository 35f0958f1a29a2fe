r"""How the nodes of an assembly of forces move: frames and points without mass.

| node | coordinates | speeds |
|---|---|---|
| a point | its offset x, y, z from its reference, in world axes | the rates of these |
| one with a base | besides these a rotation vector θ: R = R_ref exp(θ̃) | the rates of θ |
| one on a hinge | those of the hinge, from the place inboard of it | the speeds of the hinge |
| one of a `straight` assembly | its offset along the line from the first to the last end | its rate |

The reference of a node moves with the first end, where the assembly says where the node is (`reference()`). Otherwise
nodes are spread evenly along the line from the first to the last end, with the base of the first end. Between two ends,
nodes with a base that are found from equilibrium are spread along an arc instead, from base to base: a beam in pieces
that is bent far is sought near its shape.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ...expr import array, dot, jacobian, norm, symbols
from ...spatial import AXES, Pose, Relative, rotation_of_vector, rotation_vector_of, sine_quotient, twist_of
from ..errors import ModelError
from ..hinge import Hinge, speed_labels
from .assembly_parts import frame_on
from .assembly_places import AssemblyPlace, AssemblyPoint
from .chain_layout import Arc


@dataclass(frozen=True, eq=False)
class NodeCoordinates:
    """Coordinates that move a node together, with their symbols."""

    node: str
    names: tuple[str, ...]
    speeds: tuple[str, ...]
    q: Any
    u: Any
    q_dot: Any
    rest: tuple[float, ...]
    invariants: tuple[Any, ...] = ()

    @property
    def rates(self) -> list[Any]:
        """q̇ of coordinates that are states: invariants c(q) = 0 are drawn back to zero, q̇ − c ∂c/∂q (1/s).

        Without that nothing would decide about the norm of Euler parameters, in equilibrium and in modes.
        """
        if not self.invariants:
            return list(self.q_dot)
        c = array(list(self.invariants))
        return list(self.q_dot - jacobian(c, self.q).T @ c)


@dataclass(frozen=True, eq=False)
class NodeMotion:
    """All nodes of an assembly in motion, in symbols of their own."""

    ends: Sequence[Relative]
    """The ends of the assembly in the world."""
    nodes: tuple[str, ...]
    turning: frozenset[str]
    """Those with a base."""
    hinges: tuple[Arc, ...]
    """From the ends and free nodes outwards."""
    straight: bool
    reference: Mapping[str, Pose]
    arched: frozenset[str]
    """Those that are sought near an arc from the first to the second end."""
    t: Any

    @cached_property
    def groups(self) -> tuple[NodeCoordinates, ...]:
        """The coordinates of all nodes."""
        hung = {hinge.outboard.place: hinge for hinge in self.hinges}
        found: list[NodeCoordinates] = []
        for node in self.nodes:
            if node in hung:
                found.append(_of_hinge(node, hung[node], self.t))
                continue
            found.append(_plain(node, ("along",) if self.straight else AXES))
            if node in self.turning:
                found.append(_plain(node, tuple(f"turn_{a}" for a in AXES)))
        return tuple(found)

    @cached_property
    def places(self) -> dict[AssemblyPlace, Relative]:
        """Ends and nodes in the world."""
        found: dict[AssemblyPlace, Relative] = dict(enumerate(self.ends))
        hung = {hinge.outboard.place for hinge in self.hinges}
        for node in self.nodes:
            if node not in hung:
                found[node] = self._free(node)
        for hinge in self.hinges:
            found[hinge.outboard.place] = self._on_hinge(hinge, found[hinge.inboard.place])
        return found

    def _own(self, node: str) -> list[NodeCoordinates]:
        return [group for group in self.groups if group.node == node]

    def _free(self, node: str) -> Relative:
        start, (offset, *turn) = self._reference_of(node), self._own(node)
        if self.straight:
            line, turning = direction(self.ends)
            return _at(start, offset.q[0] * line, offset.u[0] * line + offset.q[0] * turning)
        moved = _at(start, offset.q, offset.u)
        if not turn:
            return Relative(np.eye(3), moved.p, np.zeros(3), moved.v)
        pose = Pose(rotation_of_vector(turn[0].q))
        return frame_on(moved, pose, twist_of(pose, dict(zip(turn[0].q, turn[0].u, strict=True)))[0])

    def _reference_of(self, node: str) -> Relative:
        """Where a node is measured from."""
        ends = self.ends
        if node in self.reference:
            return frame_on(ends[0], self.reference[node])
        part = (self.nodes.index(node) + 1) / (len(self.nodes) + 1)
        if node in self.arched:
            return frame_on(ends[0], self._on_arc(part))
        p, v = (
            sum(getattr(e, a) for e in ends) / len(ends) + (part - 0.5) * (getattr(ends[-1], a) - getattr(ends[0], a))
            for a in "pv"
        )
        return Relative(ends[0].R, p, ends[0].w, v)

    def _on_arc(self, part: float) -> Pose:
        """A part of the way from the first end to the second, which turns by θ on the way: nearly along a circle.

        The chord of a part x of an arc is sin ½xθ / sin ½θ of the whole, and turned back by ½(1 − x)θ.
        """
        turn, chord = self._way
        square = 0.25 * (turn[0] * turn[0] + turn[1] * turn[1] + turn[2] * turn[2])
        shorter = part * sine_quotient(part * part * square) / sine_quotient(square)
        return Pose(rotation_of_vector(part * turn), shorter * (rotation_of_vector(0.5 * (part - 1.0) * turn) @ chord))

    @cached_property
    def _way(self) -> tuple[Any, Any]:
        """The rotation vector and the chord from the first end to the second."""
        back = self.ends[0].R.T
        return rotation_vector_of(back @ self.ends[1].R), back @ (self.ends[1].p - self.ends[0].p)

    def _on_hinge(self, hinge: Arc, inboard: Relative) -> Relative:
        group = self._own(str(hinge.outboard.place))[0]
        step = hinge.hinge.pose(hinge.hinge.q(group.q), self.t)
        pose = hinge.inboard.X @ (step.inverse if hinge.backwards else step) @ hinge.outboard.X.inverse
        return frame_on(inboard, pose, *twist_of(pose, {**dict(zip(group.q, group.q_dot, strict=True)), self.t: 1.0}))


def _at(start: Relative, offset: Any, rate: Any) -> Relative:
    return Relative(start.R, start.p + offset, start.w, start.v + rate)


def _plain(node: str, axes: tuple[str, ...]) -> NodeCoordinates:
    names = tuple(f"{node}.{a}" for a in axes)
    q, u = symbols(f"q_{node}:{axes[0]}", len(axes)), symbols(f"u_{node}:{axes[0]}", len(axes))
    return NodeCoordinates(node, names, tuple(f"{n}_dot" for n in names), q, u, u, (0.0,) * len(axes))


def _of_hinge(node: str, on: Arc, t: Any) -> NodeCoordinates:
    hinge = on.hinge
    q, u = symbols(f"q_{on.name}", len(hinge.coordinates)), symbols(f"u_{on.name}", len(hinge.speed_names))
    return NodeCoordinates(
        node,
        tuple(f"{on.name}.{name}" for name in hinge.coordinates),
        tuple(f"{on.name}.{name}" for name in speed_labels(hinge)),
        q,
        u,
        array(hinge.q_dot(hinge.q(q), hinge.u(u), t)).ravel(),
        tuple(map(float, hinge.rest_values)),
        tuple(array(hinge.invariants(hinge.q(q))).ravel()),
    )


def direction(ends: Sequence[Relative]) -> tuple[Any, Any]:
    """The direction from the first to the last end, and its rate."""
    p, v = ends[-1].p - ends[0].p, ends[-1].v - ends[0].v
    length = norm(p)
    line = p / length
    return line, (v - line * dot(line, v)) / length


def hung_nodes(kind: str, hinges: Mapping[str, tuple[Hinge, AssemblyPoint, AssemblyPoint]]) -> tuple[Arc, ...]:
    """Hinges between places, from ends and, where they reach none, from a free node outwards; they form trees."""
    reached: set[AssemblyPlace] = {p.place for _, *ends in hinges.values() for p in ends if isinstance(p.place, int)}
    left, found = dict(hinges), []
    while left:
        name = next((n for n, (_, *ends) in left.items() if any(p.place in reached for p in ends)), None)
        if name is None:
            reached.add(next(iter(left.values()))[1].place)
            continue
        hinge, first, second = left.pop(name)
        backwards = first.place not in reached
        inboard, outboard = (second, first) if backwards else (first, second)
        if outboard.place in reached:
            raise ModelError(
                f"{kind}: part {name!r} ({hinge.kind}) closes a loop of joints at {_called(outboard.place)}. Between "
                "forces, joints carry nodes, each from one place: put a stiff part (a Bushing) in its place, or a body."
            )
        reached.add(outboard.place)
        found.append(Arc(name, hinge, inboard, outboard, backwards))
    return tuple(found)


def _called(place: AssemblyPlace) -> str:
    return f"end {place}" if isinstance(place, int) else f"the node {place!r}"


def moved(places: Iterable[Relative]) -> Any:
    """Angular velocities and velocities of places, one after the other."""
    return array([x for rel in places for x in (*rel.w, *rel.v)])
