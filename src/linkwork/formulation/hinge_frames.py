r"""A hinge as the tree meets it: from the inboard to the outboard frame, in axes that make its matrices simple.

The pose X(q, t) of the outboard frame in the inboard one is the hinge's own, or its inverse where the hinge is passed
backwards. Both frames are turned by one constant rotation C that brings a single rotation or sliding axis to z; then
entries are compared with plain candidates (0, 1, cos q_j, sin q_j, …) at random points and replaced where they agree,
so that a revolute about any axis costs what one about z costs.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ..contract import Hinge, HingeForm
from ..contract.derived.probe import fold_constants
from ..expr import array, cos, cross, jacobian, sin, substitute
from ..expr.graph import as_expr
from ..spatial import Pose, frame_with_z, matrix, tangents, twist_of

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
