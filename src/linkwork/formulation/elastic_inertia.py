r"""Inertia, stiffness and damping of a modal body, in the axes and about the origin of some frame fixed in its own.

A node stands at $r = X + \Phi x$, where x are the elastic coordinates e and amplitudes $\tfrac12 e^T H e$ of shapes of
second order (`shape_integrals`); $\dot x = \Gamma\dot e$. With sums over nodes

$$ d = \sum m r,\quad A_{abf} = \sum m\,r_a\Phi_{bf},\quad B = \sum m\,r r^T,\quad J = \mathrm{tr}(B) - B,\quad
   S_{cf} = \varepsilon_{cab}A_{abf} $$

the motion (ω, v, ẋ) with accelerations (α, a, ẍ), a that of the origin, takes the moment and force

$$ n = J\alpha + d\times a + S\ddot x + \omega\times J\omega + 2(\mathrm{tr}\dot A\,\omega - \dot A^T\omega), \qquad
   f = m a + \alpha\times d + C\ddot x + \omega\times(\omega\times d) + 2\omega\times C\dot x $$

and along the elastic coordinates, $\Gamma^T$ of

$$ S^T\alpha + C^T a + PP_{aafg}\ddot x_g + A_{abf}\Omega_{ba} + 2\,PP_{abfg}\,\tilde\omega_{ab}\,\dot x_g, \qquad
   \dot A_{ab} = A_{abf}\dot x_f,\; \Omega = \tilde\omega^2, $$

beside stiffness K e and damping D ė. No term in e is left out: free motion keeps momentum and energy.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ..contract import ElasticShape
from ..contract.derived.rod_curvature import (
    bending_energy,
    bending_forces,
    on_coordinates,
    slope_products,
    wide_coordinates,
    wide_rates,
)
from ..expr import array, cross, dot
from ..spatial import matrix, tilde
from .shape_integrals import LEVI_CIVITA, ShapeIntegrals

NEGLIGIBLE = 1e-15
"""Entries below this part of the largest of their array are zeros that rounding missed."""


@dataclass(frozen=True, eq=False)
class ElasticInertia:
    """A modal body at elastic coordinates e with rates u; `part` of it where a twin has the rest."""

    shape: ElasticShape
    integrals: ShapeIntegrals
    e: Any
    u: Any
    place: slice
    """Of the rates in the speeds of the tree."""
    part: float = 1.0

    @property
    def count(self) -> int:
        """How many elastic coordinates."""
        return self.shape.data.count

    @property
    def factor(self) -> Any:
        """Of all masses."""
        return self.part * self.shape.mass

    @cached_property
    def mass(self) -> Any:
        """m."""
        return self.factor * self.integrals.mass

    @cached_property
    def _loaded(self) -> list[Any]:
        """H ξ of the amplitudes ½ ξ·H ξ of second order, ξ = e but for rods."""
        wide = wide_coordinates(self.shape.data.bending, self.e)
        return [array(_clean(H) @ array(wide)) for H in self.integrals.second]

    @cached_property
    def _slopes(self) -> list[Any]:
        """Their derivatives by e."""
        return [on_coordinates(self.shape.data.bending, self.e, loaded) for loaded in self._loaded]

    @cached_property
    def x(self) -> Any:
        """Amplitudes of all shapes."""
        wide = wide_coordinates(self.shape.data.bending, self.e)
        return array([*self.e, *(0.5 * dot(loaded, wide) for loaded in self._loaded)])

    @cached_property
    def x_dot(self) -> Any:
        """Their rates."""
        return array([*self.u, *(dot(slope, self.u) for slope in self._slopes)])

    @cached_property
    def _bias(self) -> list[Any]:
        """ξ̇·H ξ̇ + ξ·H ξ̈: what the rates of amplitudes of second order change by at constant u."""
        bending = self.shape.data.bending
        rates = array(wide_rates(bending, self.e, self.u))
        found = [dot(rates, _clean(H) @ rates) for H in self.integrals.second]
        if bending is None:
            return found
        more = slope_products(bending, self.u, self.u)
        return [x + dot(loaded[self.count :], more) for x, loaded in zip(found, self._loaded, strict=True)]

    def _on_coordinates(self, values: Any) -> Any:
        """Γᵀ: what stands along all shapes (… × shapes), along the elastic coordinates."""
        entries = array(values)
        found = entries[..., : self.count]
        for k, slope in enumerate(self._slopes):
            found = found + entries[..., self.count + k, None] * array(slope)
        return found

    @cached_property
    def _C(self) -> Any:
        return array(_clean(self.integrals.C1))

    @cached_property
    def d(self) -> Any:
        """First moment."""
        return matrix(self.factor * array(_clean(self.integrals.d0) + self._C @ self.x))

    @cached_property
    def C(self) -> Any:
        """∂d/∂e (3 × ne)."""
        return self.factor * self._on_coordinates(self._C)

    @cached_property
    def _A(self) -> Any:
        """Σ m r_a Φ_bf (3 × 3 × shapes)."""
        slopes = np.swapaxes(self.integrals.PP, 2, 3)
        return array(_clean(self.integrals.XP) + _contracted(slopes, self.x))

    @cached_property
    def _S(self) -> Any:
        A = self._A
        return array([A[1, 2] - A[2, 1], A[2, 0] - A[0, 2], A[0, 1] - A[1, 0]])

    @cached_property
    def S(self) -> Any:
        """Σ m r × ∂r/∂e_f (3 × ne)."""
        return self.factor * self._on_coordinates(self._S)

    @cached_property
    def J(self) -> Any:
        """Inertia about the origin (3 × 3), from B = XX + ½ (A + XP) x and its transpose."""
        half = 0.5 * (self._A + _clean(self.integrals.XP))
        half = array([[dot(half[a, b], self.x) for b in range(3)] for a in range(3)])
        B = _clean(self.integrals.XX) + half + half.T
        diagonal = [B[1, 1] + B[2, 2], B[0, 0] + B[2, 2], B[0, 0] + B[1, 1]]
        entries = [[diagonal[a] if a == b else -B[a, b] for b in range(3)] for a in range(3)]
        return matrix(self.factor * array(entries))

    @cached_property
    def _masses(self) -> np.ndarray:
        return _clean(np.einsum("aafg->fg", self.integrals.PP))

    @cached_property
    def M_e(self) -> Any:
        """Mass matrix of the elastic coordinates."""
        if not len(self.integrals.second):
            return self.factor * self._masses
        return self.factor * self._on_coordinates(array(self._on_coordinates(self._masses)).T)

    def wrench(self, w: Any, u_dot: Any) -> tuple[Any, Any]:
        """(moment, force) of what rates and their own rates take, beyond those of the rigid body of this shape."""
        A_dot = array([[dot(self._A[a, b], self.x_dot) for b in range(3)] for a in range(3)])
        trace = A_dot[0, 0] + A_dot[1, 1] + A_dot[2, 2]
        moment = 2.0 * (trace * array(w) - A_dot.T @ w)
        force = 2.0 * cross(w, self._C @ self.x_dot)
        for k, bias in enumerate(self._bias, start=self.count):
            moment, force = moment + self._S[:, k] * bias, force + self._C[:, k] * bias
        moment, force = self.factor * array(moment), self.factor * array(force)
        return (moment, force) if u_dot is None else (moment + self.S @ u_dot, force + self.C @ u_dot)

    def inertia_forces(self, w: Any, alpha: Any, a: Any, u_dot: Any) -> Any:
        """What a motion takes along the elastic coordinates, without stiffness and damping."""
        spin = tilde(w) @ tilde(w)
        found = self._S.T @ array(alpha) + self._C.T @ array(a)
        found = found + sum(self._A[i, k] * spin[k, i] for i in range(3) for k in range(3))
        found = found + 2.0 * sum(x * w_k for x, w_k in zip(self._coriolis, w, strict=True))
        for k, bias in enumerate(self._bias, start=self.count):
            found = found + array(self._masses[:, k]) * bias
        found = self.factor * self._on_coordinates(found)
        return found if u_dot is None else found + self.M_e @ u_dot

    @cached_property
    def _coriolis(self) -> list[Any]:
        """PP_abfg ũ_ab ẋ_g for unit vectors, ũ_ab = −ε_abc."""
        matrices = -np.einsum("abc,abfg->cfg", LEVI_CIVITA, self.integrals.PP)
        return [array(_clean(N) @ self.x_dot) for N in matrices]

    def kinetic_energy(self, w: Any, v: Any) -> Any:
        """What rates add to that of the rigid body of this shape: ω·S u + v·C u + ½ u·M_e u."""
        own = 0.5 * self.factor * dot(self.x_dot, self._masses @ self.x_dot)
        return dot(w, self.S @ self.u) + dot(v, self.C @ self.u) + own

    def gravity_forces(self, g: Any) -> Any:
        """Of a uniform field g, along the elastic coordinates."""
        return self.C.T @ array(g)


def elastic_forces(body: ElasticInertia) -> Any:
    """K e + D u, and bending of third order: what deformation takes."""
    shape = body.shape
    stretched = _clean(shape.data.stiffness) @ array(body.e) + bending_forces(shape.data.bending, body.e)
    stiff = body.part * shape.stiffness * stretched
    return array(stiff + body.part * shape.damping * (_clean(shape.data.damping) @ array(body.u)))


def strain_energy(body: ElasticInertia) -> Any:
    """½ e·K e, and that of bending of third order."""
    data = body.shape.data
    own = 0.5 * dot(body.e, _clean(data.stiffness) @ array(body.e)) + bending_energy(data.bending, body.e)
    return body.part * body.shape.stiffness * own


def _clean(values: np.ndarray) -> np.ndarray:
    """Numbers without the zeros that rounding missed, so that they fold."""
    values = np.asarray(values, dtype=float)
    return np.where(np.abs(values) <= NEGLIGIBLE * np.abs(values).max(initial=0.0), 0.0, values)


def _contracted(values: np.ndarray, e: Any) -> Any:
    """Σ_g values_…g e_g."""
    flat = _clean(values).reshape(-1, values.shape[-1])
    return array(flat @ array(e)).reshape(values.shape[:-1])
