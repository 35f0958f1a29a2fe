"""The tree as the recursions see it: for every body its joint, its place on its parent, its mass, all in internal axes.

The internal frame of a body stands where its inboard hinge ends on it, turned so that the hinge's axis is z. Users
never see it: `X_BI` leads back to the body frame.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import reduce
from typing import Any

import numpy as np

from ..contract import Hinge, ModelError
from ..expr import array, is_symbolic, substitute, symbols
from ..expr.graph import as_expr
from ..model import Body
from ..spatial import MassProperties, Pose, matrix
from ..topology import Branch, Topology
from .elastic_inertia import ElasticInertia
from .hinge_frames import Passage, Shift, at_the_end, is_axial, shifted_pose, toward
from .shape_integrals import ShapeIntegrals
from .tensor_rotation import elementary_axis, is_signed_permutation


@dataclass(frozen=True, eq=False)
class Link:
    """One body of the tree with the joint that leads to it. Vectors are in internal axes, at the internal origin."""

    number: int
    parent: int
    branch: Branch
    X: Pose
    """Pose of the internal frame in that of the parent."""
    steps: tuple[Pose, ...]
    """Poses whose product is X, each plainer than X itself; the joint's own is in the last."""
    phi: Any
    """Mode vectors (6 × speeds)."""
    V_0: Any
    """Velocity that time alone gives (6)."""
    bias: Any
    """φ̇ u + V̇_0 (6)."""
    X_BI: Pose
    """Pose of the internal frame in the body frame."""
    mass: Any
    moment: Any
    """First moment of mass m c."""
    inertia: Any
    """Inertia tensor about the internal origin."""
    elastic: ElasticInertia | None = None
    """Of a modal body: what its elastic coordinates add. Its mass properties are those of the deformed body."""


@dataclass(frozen=True, eq=False)
class Symbols:
    """The symbols of a model: all coordinates, all speeds, time, states of elements.

    Prescribed coordinates are replaced where they are used.
    """

    q: Any
    u: Any
    t: Any
    z: Any
    s: Any
    """Unknowns of elements."""

    @classmethod
    def of(cls, topology: Topology) -> Symbols:
        """Fresh symbols for a topology."""
        layout = topology.layout
        return cls(
            symbols("q", layout.nq),
            symbols("u", layout.nu),
            symbols("t"),
            symbols("z", layout.nz),
            symbols("s", len(layout.s)),
        )


def make_links(topology: Topology, names: Symbols) -> list[Link]:
    """The links in the order of the bodies; each parent stands before its children."""
    known: dict[tuple[Any, bool], Passage] = {}
    passages = {b.number: _passage(known, b.hinge, b.reversed) for b in topology.branches}
    frames = _Frames(topology, passages)
    shares = _shares(topology)
    links = []
    for branch in topology.branches:
        passage = passages[branch.number]
        form = passage.form
        own = dict(zip([*form.q, *form.u], [*names.q[branch.q], *names.u[branch.u]], strict=True)) | {form.t: names.t}
        phi, v_0, bias = (_renamed(x, own) for x in (passage.phi, passage.V_0, passage.bias))
        constant, joint, X_BI = frames.place(branch)
        body, share = topology.bodies[branch.number].body, shares[branch.number]
        elastic = _elastic(topology, names, body, X_BI, share)
        properties = body.properties.moved(clean(X_BI.inverse))
        moments = (elastic.mass, elastic.d, elastic.J) if elastic else _moments(properties, share)
        steps = _merged([*map(clean, constant), _renamed(joint, own)])
        pose = reduce(lambda a, b: a @ b, steps)
        links.append(Link(branch.number, branch.parent, branch, pose, steps, phi, v_0, bias, X_BI, *moments, elastic))
    return links


def _elastic(topology: Topology, names: Symbols, body: Body, X_BI: Pose, share: float) -> ElasticInertia | None:
    """What the elastic coordinates of a body add, in its internal frame."""
    if body.elastic is None or not body.elastic.data.count:
        return None
    q, u = topology.layout.q_of[body.name], topology.layout.u_of[body.name]
    if any(is_symbolic(x) for x in (X_BI.R, X_BI.p)):
        raise ModelError(
            f"body {body.name!r}: is elastic, and the joint that leads to it stands at a place that depends on a "
            "Parameter. Give the place in numbers, or turn the connection round."
        )
    integrals = ShapeIntegrals.of(body.elastic.data).moved(clean(X_BI.inverse))
    return ElasticInertia(body.elastic, integrals, names.q[q], names.u[u], u, share)


class _Frames:
    """Chooses the internal frames, from the ground outwards."""

    def __init__(self, topology: Topology, passages: Mapping[int, Passage]) -> None:
        self.topology, self.passages = topology, passages
        self.internal: dict[int, Pose] = {0: Pose()}
        self.inboard: dict[int, Shift] = {}

    def place(self, branch: Branch) -> tuple[list[Pose], Pose, Pose]:
        """(constant poses from the parent on, the joint's pose, the internal frame in the body frame) of one branch."""
        passage = self.passages[branch.number]
        turn = Pose(passage.turn)
        plain = clean(branch.outboard.X @ turn)
        start = clean(self.internal[branch.parent].inverse @ branch.inboard.X @ turn)
        if not is_axial(passage):
            self.internal[branch.number] = plain
            return [start], passage.pose, plain
        # From the parent's frame along its z to the common normal, along that to the joint's axis.
        chosen = branch.number in self.inboard
        before, inboard = (Shift(), self.inboard[branch.number]) if chosen else toward(start)
        outboard = self.outboard(branch, plain)
        self.internal[branch.number] = clean(plain @ clean(outboard.pose))
        along = clean(before.pose).inverse @ start @ clean(inboard.pose)
        return [before.pose, along], shifted_pose(passage, inboard, outboard), self.internal[branch.number]

    def outboard(self, branch: Branch, plain: Pose) -> Shift:
        """Where on its axis the body's frame stands: toward the largest part it carries."""
        vertex = self.topology.bodies[branch.number]
        sizes = {k: self.topology.bodies[k].stop - k for k in vertex.children if is_axial(self.passages[k])}
        if not sizes:
            return at_the_end(plain.inverse.at(vertex.body.com))
        child = max(sizes, key=lambda k: sizes[k])
        onward = self.topology.branches[child - 1]
        outboard, inboard = toward(plain.inverse @ onward.inboard.X @ Pose(self.passages[child].turn))
        self.inboard[child] = inboard
        return outboard


def _merged(poses: list[Pose]) -> tuple[Pose, ...]:
    """The poses without those that do nothing; one with a rotation about no coordinate axis takes the next one in."""
    kept: list[Pose] = []
    for pose in poses:
        if kept and elementary_axis(kept[-1].R) is None and not is_signed_permutation(kept[-1].R):
            kept[-1] = kept[-1] @ pose
        elif not pose.is_identity or pose is poses[-1]:
            kept.append(pose)
    return tuple(kept)


def _passage(known: dict[tuple[Any, bool], Passage], hinge: Hinge, backwards: bool) -> Passage:
    """The passage through a hinge; equal hinges share it, since deriving it takes milliseconds."""
    key = (hinge, backwards)
    if key not in known:
        known[key] = Passage(hinge, backwards)
    return known[key]


def _renamed(value: Any, names: Mapping[Any, Any]) -> Any:
    """Expressions of one hinge in the symbols of the model."""
    if isinstance(value, Pose):
        return Pose(_renamed(value.R, names), _renamed(value.p, names))
    entries = array(value)
    flat = [as_expr(x) for x in entries.ravel()]
    return matrix(array(substitute(flat, names)).reshape(entries.shape)) if entries.size else value


def _shares(topology: Topology) -> dict[int, float]:
    """The part of its body's mass that each vertex carries: a body and its twins share it, so that none is massless."""
    count: dict[str, int] = {}
    for vertex in topology.bodies:
        count[vertex.body.name] = count.get(vertex.body.name, 0) + 1
    return {vertex.number: 1.0 / count[vertex.body.name] for vertex in topology.bodies}


def _moments(properties: MassProperties, share: float) -> tuple[Any, Any, Any]:
    moment = properties.mass * matrix(properties.com)
    inertia = properties.inertia_about((0.0, 0.0, 0.0))
    return share * properties.mass, share * moment, share * inertia


def clean(pose: Pose) -> Pose:
    """A pose whose numbers are exact where rounding made 1e-17 of 0 or 0.9999999999999999 of 1: zeros and ones fold."""
    return Pose(_clean(pose.R), _clean(pose.p))


def _clean(values: Any) -> Any:
    if values.dtype == object:
        return values
    rounded = np.round(values)
    return np.where(np.abs(values - rounded) < 1e-14, rounded, values)
