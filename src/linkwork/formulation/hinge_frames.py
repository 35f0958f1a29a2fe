r"""A hinge as the tree meets it: from the inboard to the outboard frame, in axes that make its matrices simple.

The pose X(q, t) of the outboard frame in the inboard one is the hinge's own, or its inverse where the hinge is passed
backwards. Both frames are turned by one constant rotation C that brings a single rotation or sliding axis to z; then
entries are compared with plain candidates (0, 1, cos q_j, sin q_j, …) at random points and replaced where they agree,
so that a revolute about any axis costs what one about z costs.

Where internal frames stand on joint axes: the choice of Denavit and Hartenberg, for whatever tree.

A joint whose frames share the axis z (revolute, prismatic, cylindrical, screw) does not mind if its frames are turned
about z or moved along it. For a body that carries another such joint, its frame is put on the common normal of the two
axes, x along the normal; then the next joint stands at R = R_x(α), p = (a, 0, 0), and zeros fold away. At the end of a
chain the frame is put so that the centre of mass lies on x.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ..contract import Hinge, HingeForm
from ..contract.derived.probe import fold_constants
from ..expr import array, cos, cross, is_symbolic, jacobian, sin, substitute
from ..expr.graph import as_expr
from ..spatial import Pose, frame_with_z, matrix, rotation_z, tangents, twist_of

PASSAGE_TOLERANCE = 1e-12


@dataclass(frozen=True, eq=False)
class Passage:
    """One hinge, passed forwards or backwards. Symbols are those of `form`; velocities are in outboard axes."""

    hinge: Hinge
    reversed: bool

    @cached_property
    def form(self) -> HingeForm:
        """The hinge's symbols and rates."""
        return HingeForm(self.hinge)

    @cached_property
    def _plain(self) -> Pose:
        return self.form.pose.inverse if self.reversed else self.form.pose

    @cached_property
    def turn(self) -> np.ndarray:
        """C: the axes in which both frames are used. The identity unless all modes share one constant axis."""
        phi = _modes(self._plain, self.form)
        numbers = np.array([[_number(x) for x in row] for row in recognise(phi, self.form)], dtype=float)
        if numbers.shape[1] == 0 or not np.isfinite(numbers).all():
            return np.eye(3)
        directions = [
            d for column in numbers.T for d in (column[:3], column[3:]) if np.linalg.norm(d) > PASSAGE_TOLERANCE
        ]
        axis = directions[0] / np.linalg.norm(directions[0])
        if any(np.linalg.norm(np.cross(axis, d)) > PASSAGE_TOLERANCE * np.linalg.norm(d) for d in directions):
            return np.eye(3)
        return frame_with_z(axis)

    @cached_property
    def pose(self) -> Pose:
        """X(q, t) in the turned axes."""
        c = self.turn
        plain = self._plain
        if not np.array_equal(c, np.eye(3)):
            plain = Pose(c.T @ plain.R @ c, c.T @ plain.p)
        return Pose(recognise(plain.R, self.form), recognise(plain.p, self.form))

    @cached_property
    def phi(self) -> Any:
        """Mode vectors (6 × speeds) in outboard axes."""
        modes = _modes(self.pose, self.form) if self._written is None else jacobian(self._written, self.form.u)
        return recognise(modes, self.form, self.pose.R)

    @cached_property
    def _written(self) -> Any | None:
        """The velocity as a hinge writes it, in outboard axes; None where it follows from the pose."""
        form, hinge = self.form, self.hinge
        twist = hinge.twist(hinge.q(form.q), hinge.u(form.u), form.t)
        if twist is None or not np.array_equal(self.turn, np.eye(3)):
            return None
        if not self.reversed:
            return array(twist)
        # F seen from M, in the axes of F.
        X = form.pose
        w = X.R @ twist[:3]
        return array([*(-w), *(cross(w, X.p) - X.R @ twist[3:])])

    @cached_property
    def V_0(self) -> Any:
        """Velocity that time alone gives."""
        zeros = {s: as_expr(0.0) for s in self.form.u}
        flat = [as_expr(x) for x in _velocity(self.pose, self.form)]
        return recognise(array(substitute(flat, zeros)), self.form)

    @cached_property
    def bias(self) -> Any:
        """φ̇ u + V̇_0, component by component in outboard axes."""
        form = self.form
        velocity = self.phi @ form.u + self.V_0 if len(form.u) else self.V_0
        velocity = velocity if self._written is None else self._written
        return recognise(tangents([velocity], symbol_rates(form))[0], form)


def symbol_rates(form: HingeForm) -> dict[Any, Any]:
    """How the symbols of a hinge change: q̇ and 1."""
    return {**dict(zip(form.q, form.q_dot, strict=True)), form.t: 1.0}


def _velocity(pose: Pose, form: HingeForm) -> Any:
    w, v = twist_of(pose, symbol_rates(form))
    return array([*(pose.R.T @ w), *(pose.R.T @ v)])


def _modes(pose: Pose, form: HingeForm) -> Any:
    return jacobian(_velocity(pose, form), form.u) if len(form.u) else np.zeros((6, 0))


def recognise(values: Any, form: HingeForm, others: Any = ()) -> Any:
    """`values` with every entry that is a plain function, or one of `others`, in disguise replaced by it."""
    if np.size(values) == 0:
        return values
    plain = [f(x) for x in form.q for f in (cos, sin)] + list(form.q) + [as_expr(x) for x in np.ravel(others)]
    return matrix(fold_constants(values, form.sample_points, [*plain, *(-x for x in plain)]))


def _number(x: Any) -> float:
    if isinstance(x, float):
        return x
    return float(x.data) if getattr(x, "op", "") == "const" else np.nan


PARALLEL = 1e-12
FOOT_RATIO = 4.0
"""How many times the distance of two joints their feet on the common normal may be away; almost parallel axes meet far
out, and inertias about points there would lose digits."""


@dataclass(frozen=True)
class Shift:
    """A turn about z and a move along z."""

    angle: float = 0.0
    length: float = 0.0

    @property
    def pose(self) -> Pose:
        """As a pose."""
        return Pose(rotation_z(self.angle), (0.0, 0.0, self.length))


def is_axial(passage: Passage) -> bool:
    """Whether the joint's frames may be turned about z and moved along it."""
    r, p = passage.pose.R, passage.pose.p
    zeros = [r[0, 2], r[1, 2], r[2, 0], r[2, 1], p[0], p[1]]
    return angle_of(passage) is not None and all(_is(x, 0.0) for x in zeros) and _is(r[2, 2], 1.0)


def angle_of(passage: Passage) -> Any | None:
    """ψ where the joint's rotation is R_z(ψ); None where it is not such a rotation."""
    first = passage.pose.R[0, 0]
    if _is(first, 1.0):
        return 0.0
    return first.args[0] if getattr(first, "op", "") == "cos" else None


def shifted_pose(passage: Passage, inboard: Shift, outboard: Shift) -> Pose:
    """The joint's pose between shifted frames: angles and lengths just add."""
    angle: Any = angle_of(passage)
    turned = rotation_z(angle + (outboard.angle - inboard.angle))
    return Pose(turned, (0.0, 0.0, passage.pose.p[2] + (outboard.length - inboard.length)))


def toward(X: Pose) -> tuple[Shift, Shift]:
    """(outboard, inboard) shifts that put two axes on their common normal; X is where the next joint's frame stands.

    With z and z' the axes, x = z × z' / |z × z'|. Parallel axes: the normal through the next joint's origin.
    """
    if is_symbolic(X.R) or is_symbolic(X.p):
        return Shift(), Shift()
    z, z_next, p = np.array([0.0, 0.0, 1.0]), X.R[:, 2], X.p
    normal = np.cross(z, z_next)
    sine = float(np.linalg.norm(normal))
    if sine < PARALLEL:
        x = np.array([p[0], p[1], 0.0])
        size = float(np.linalg.norm(x))
        x = x / size if size > PARALLEL else np.array([1.0, 0.0, 0.0])
        return Shift(_angle(x), 0.0), Shift(_angle(X.R.T @ x), 0.0)
    x = normal / sine
    # The feet of the common normal: p + s z' − d z is along x.
    d, s = np.linalg.lstsq(np.column_stack([z, -z_next]), p - (p @ x) * x, rcond=None)[0]
    if max(abs(d), abs(s)) > FOOT_RATIO * float(np.linalg.norm(p)):
        d, s = 0.0, 0.0
    return Shift(_angle(x), float(d)), Shift(_angle(X.R.T @ x), float(s))


def at_the_end(com: Any) -> Shift:
    """The outboard shift of the last body: its centre of mass comes to lie on x."""
    if is_symbolic(com):
        return Shift()
    c = np.asarray(com, dtype=float)
    return Shift(_angle(c) if np.hypot(c[0], c[1]) > PARALLEL else 0.0, float(c[2]))


def _angle(x: Any) -> float:
    return float(np.arctan2(x[1], x[0]))


def _is(entry: Any, value: float) -> bool:
    if getattr(entry, "op", "") == "const":
        entry = entry.data
    return isinstance(entry, float) and entry == value
