r"""What follows from a hinge's one function: kinematical equations, mode vectors, bias, rank. All by differentiation.

Symbols: coordinates q, speeds u, time t. In the axes of M, at M's origin,

$$ V = \begin{pmatrix} \omega \\ v \end{pmatrix} = \varphi\,u + V_0, \qquad \dot V = \varphi\,\dot u + b $$

(w, w_0, w_00 and v, v_0, v_00 of S0 (3.3.26–3.3.34), stacked). Entries that are the same number everywhere are
folded to that number, so that a revolute has φ = (0, 0, 1, 0, 0, 0).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ...expr import Function, array, jacobian, make_function, substitute, symbols
from ...expr.graph import as_expr
from ...spatial import Pose, tangents, twist_of
from ..errors import ModelError, joined, unknown
from ..hinge import Hinge
from ..named_values import named
from ..parameters import Parameter
from .linearity import check_linear
from .probe import PROBES, fold_constants
from .return_values import rows_returned


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

    def function(self, **outputs: Any) -> Function:
        """A traced function of (q, u, t, parameters) with the given outputs."""
        inputs = {"q": self.q, "u": self.u, "t": self.t, "parameters": array(self.parameters)}
        return make_function(self.hinge.kind, inputs, outputs)

    def values(self, q: Any, u: Any = None, t: float = 0.0, **outputs: Any) -> Any:
        """Numbers of the given expressions at a state, Parameters at their own values."""
        q = self._ordered(q)
        u = np.zeros(len(self.u)) if u is None else np.asarray(u, dtype=float)
        for what, given, wanted in (("coordinates", q, len(self.q)), ("speeds", u, len(self.u))):
            if given.shape != (wanted,):
                raise ModelError(f"{self.hinge.kind}: has {wanted} {what}, got {given.shape}.")
        numbers = self.function(**outputs)(q, u, float(t), np.array([p.value for p in self.parameters]))
        return named("values", list(outputs), numbers)

    def _ordered(self, q: Any) -> np.ndarray:
        """Coordinates that were given in order or by name."""
        names = self.hinge.coordinates
        if isinstance(q, Mapping):
            for name in q:
                if name not in names:
                    raise ModelError(f"{self.hinge.kind}: {unknown('coordinate', name, names)}")
            missing = [name for name in names if name not in q]
            if missing:
                raise ModelError(
                    f"{self.hinge.kind}: the coordinate {missing[0]!r} is missing; give all of {joined(names)}."
                )
            q = [q[name] for name in names]
        try:
            return np.asarray(q, dtype=float)
        except (TypeError, ValueError):
            raise ModelError(f"{self.hinge.kind}: give its coordinates ({joined(names)}) as numbers.") from None

    @cached_property
    def sample_points(self) -> list[dict[str, float]]:
        """Random states on which expressions are compared; always the same."""
        rng = np.random.default_rng(20)
        points = []
        for _ in range(PROBES):
            q = self.sample(rng)
            point = {str(s.data): float(v) for s, v in zip(self.q, q, strict=True)}
            point |= {str(s.data): float(v) for s, v in zip(self.u, rng.normal(size=len(self.u)), strict=True)}
            # Parameters move too: what depends on one is no constant.
            point |= {p.name: p.value * rng.uniform(0.7, 1.3) + rng.uniform(0.0, 0.1) for p in self.parameters}
            points.append({**point, "t": float(rng.uniform(0.1, 2.0))})
        return points

    def sample(self, rng: np.random.Generator) -> np.ndarray:
        """Random coordinates that satisfy the invariants."""
        q = self.hinge.rest_values + rng.uniform(-0.9, 0.9, size=len(self.q))
        return self.on_invariants(q)

    def on_invariants(self, q: np.ndarray) -> np.ndarray:
        """The coordinates near q that satisfy the invariants (Gauss–Newton, least change)."""
        if len(self.invariants) == 0:
            return q
        function = make_function(
            "invariants", {"q": self.q}, {"f": self.invariants, "f_q": jacobian(self.invariants, self.q)}
        )
        for _ in range(50):
            residual, slope = function(q)
            if np.abs(residual).max() < 1e-15:
                break
            q = q - np.linalg.pinv(slope) @ residual
        return q

    def _at_rest(self, values: Any) -> Any:
        zeros = {s: as_expr(0.0) for s in self.u}
        flat = [as_expr(x) for x in array(values).ravel()]
        return array(substitute(flat, zeros)).reshape(np.shape(values))

    def _constant_folded(self, values: Any) -> Any:
        return fold_constants(values, self.sample_points) if np.size(values) else values
