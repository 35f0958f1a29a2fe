r"""What follows from a hinge's one function: kinematical equations, mode vectors, bias, rank. All by differentiation.

Symbols: coordinates q, speeds u, time t. In the axes of M, at M's origin,

$$ V = \begin{pmatrix} \omega \\ v \end{pmatrix} = \varphi\,u + V_0, \qquad \dot V = \varphi\,\dot u + b $$

(w, w_0, w_00 and v, v_0, v_00 of S0 (3.3.26–3.3.34), stacked). Entries that are the same number everywhere are
folded to that number, so that a revolute has φ = (0, 0, 1, 0, 0, 0).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ...expr import array, jacobian, substitute, symbols
from ...expr.graph import as_expr
from ...spatial import Pose, tangents, twist_of
from ..errors import ModelError
from ..hinge import Hinge
from ..parameters import Parameter
from .hinge_numbers import probe_points
from .probe import check_linear, fold_constants, rows_returned


@dataclass(frozen=True, eq=False)
class HingeForm:
    """The symbolic form of one hinge."""

    hinge: Hinge

    @cached_property
    def q(self) -> Any:
        """Coordinate symbols."""
        return symbols("q", len(self.hinge.coordinates))

    @cached_property
    def u(self) -> Any:
        """Speed symbols."""
        return symbols("u", len(self.hinge.speed_names))

    @cached_property
    def t(self) -> Any:
        """The symbol of time."""
        return symbols("t")

    @cached_property
    def parameters(self) -> list[Parameter]:
        """The Parameters of the hinge."""
        return self.hinge.parameters

    @cached_property
    def pose(self) -> Pose:
        """X_FM(q, t)."""
        result = self.hinge.pose(self.hinge.q(self.q), self.t)
        if not isinstance(result, Pose):
            raise ModelError(
                f"{self.hinge.kind}.pose: must return lw.Pose(rotation, position), returned {type(result).__name__}."
            )
        return result

    @cached_property
    def q_dot(self) -> Any:
        """q̇(q, u, t)."""
        given = self.hinge.q_dot(self.hinge.q(self.q), self.hinge.u(self.u), self.t)
        rates = rows_returned(f"{self.hinge.kind}.q_dot", given)
        if rates.shape != (len(self.hinge.coordinates),):
            raise ModelError(
                f"{self.hinge.kind}.q_dot: must return {len(self.hinge.coordinates)} rates, returned {rates.shape}."
            )
        return rates

    @cached_property
    def Y_1(self) -> Any:
        """∂q̇/∂u."""
        return self._constant_folded(jacobian(self.q_dot, self.u))

    @cached_property
    def Y_2(self) -> Any:
        """q̇ at rest: what time alone does."""
        return self._constant_folded(self._at_rest(self.q_dot))

    @cached_property
    def _rates(self) -> dict[Any, Any]:
        return {**dict(zip(self.q, self.q_dot, strict=True)), self.t: 1.0}

    @cached_property
    def V(self) -> Any:
        """Velocity [ω; v] of M relative to F, in the axes of M."""
        w, v = twist_of(self.pose, self._rates)
        rotation = self.pose.R
        return array([*(rotation.T @ w), *(rotation.T @ v)])

    @cached_property
    def phi(self) -> Any:
        """Mode vectors φ (6 × speeds) in the axes of M."""
        return self._constant_folded(jacobian(self.V, self.u))

    @cached_property
    def V_0(self) -> Any:
        """Velocity that time alone gives, in the axes of M."""
        return self._constant_folded(self._at_rest(self.V))

    @cached_property
    def bias(self) -> Any:
        """b = φ̇ u + V̇_0, component by component in the axes of M."""
        velocity = self.phi @ self.u + self.V_0 if len(self.u) else self.V_0
        return self._constant_folded(tangents([velocity], self._rates)[0])

    @cached_property
    def invariants(self) -> Any:
        """Functions of q that are zero."""
        return rows_returned(f"{self.hinge.kind}.invariants", self.hinge.invariants(self.hinge.q(self.q)))

    @cached_property
    def velocity_rows(self) -> Any:
        """Rows of the nonholonomic conditions of the hinge on its speeds."""
        label = f"{self.hinge.kind}.velocity"
        rows = rows_returned(label, self.hinge.velocity(self.hinge.q(self.q), self.hinge.u(self.u), self.t))
        check_linear(label, rows, list(self.u), self.sample_points)
        return rows

    @cached_property
    def sample_points(self) -> list[dict[str, float]]:
        """Random states on which expressions are compared; always the same."""
        return probe_points(self)

    def _at_rest(self, values: Any) -> Any:
        zeros = {s: as_expr(0.0) for s in self.u}
        flat = [as_expr(x) for x in array(values).ravel()]
        return array(substitute(flat, zeros)).reshape(np.shape(values))

    def _constant_folded(self, values: Any) -> Any:
        return fold_constants(values, self.sample_points) if np.size(values) else values
