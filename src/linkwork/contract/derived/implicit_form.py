r"""The implicit form of a joint: f(B, z, t) = 0 exactly where some coordinates give the relative pose (S1 (3.1), §4).

A hinge may write its own. Where it does not, and where coordinates are driven or locked, the form is derived from the
explicit one, B(q, t) and z(q, t). A relative pose is off the joint's own by

$$ e(q) = \begin{pmatrix} 2 \sin\tfrac\theta2\; n \\ z - z(q, t) \end{pmatrix}, $$

with θ and n the turn B B(q, t)ᵀ. Free coordinates are eliminated by its projection on the dual basis,

$$ \psi^T e = 0, \qquad f = \bar\psi^T e, \qquad\text{that is}\qquad e = \bar\varphi_k f_k + \bar\varphi_l f_l: $$

the pose is reached from the joint's manifold by constrained modes alone. These are six equations, which together with
q_c = η(t) of driven and locked coordinates and with the invariants determine q and f. Since φ̂ is a basis, f = 0 means
e = 0. On the manifold ∂f/∂(B, z) = ψ̄ᵀ, which is w of S1 (3.5), (3.21); elsewhere it follows from the six equations.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ...expr import Function, array, forward_derivatives, jacobian, make_function, symbols, zeros
from ...expr.graph import as_expr
from ...spatial import rotation_error, tilde
from ..errors import ModelError
from ..parameters import parameter_values, value_of
from .chain import ZERO_SINGULAR_VALUE, Chain
from .constraint_form import ConstraintForm
from .hinge_numbers import hinge_values, sample_coordinates
from .implicit_hinge import ImplicitHinge
from .relative import relative_symbols

if TYPE_CHECKING:
    from .joint import Joint

ELIMINATION_TOLERANCE = 1e-12
"""A last change of coordinates, relative to their size, that is rounding."""
RANDOM_STARTS_OF_ELIMINATION = 6
"""Configurations from which coordinates are sought where none are given."""
SEARCH_STEPS = 60
NEAREST_TOLERANCE = 1e-4
"""The same where only a start for the elimination is sought."""


class ImplicitValues(NamedTuple):
    """f at a relative pose, its slopes, and the coordinates that elimination found (None where f is written)."""

    f: np.ndarray
    w: np.ndarray
    """∂f/∂(B, z), one row for each equation, by [turn; displacement] of M in the axes of F: wᵀ of S1 (3.5)."""
    rate: np.ndarray
    """∂f/∂t at a pose that stands still: −ζ of S1 (3.5c)."""
    q: np.ndarray | None


@dataclass(frozen=True, eq=False)
class ImplicitForm:
    """f(B, z, t) of a joint: as many equations as there are directions that its positions cannot take."""

    joint: Joint

    @property
    def is_written(self) -> bool:
        """Whether it is the hinge's own residual; otherwise it is derived from the pose."""
        return self.joint.hinge.writes("residual") and not self.joint.drive and not self.joint.lock

    def residual(self, B: Any, z: Any, t: float = 0.0, near: Any = None) -> np.ndarray:
        """f at a relative pose: rotation B and position z of M in F. `near` are coordinates to begin the search at."""
        return self.at(B, z, t, near).f

    def jacobian(self, B: Any, z: Any, t: float = 0.0, near: Any = None) -> np.ndarray:
        """∂f/∂(B, z): ḟ = wᵀ [ω; v] + ∂f/∂t with ω, v of M in the axes of F."""
        return self.at(B, z, t, near).w

    def coordinates(self, B: Any, z: Any, t: float = 0.0, near: Any = None) -> np.ndarray:
        """The coordinates p at which the joint comes to a relative pose without its constrained modes (ψᵀ e = 0)."""
        return self._eliminated(*_pose(B, z), float(t), near)[0]

    def at(self, B: Any, z: Any, t: float = 0.0, near: Any = None) -> ImplicitValues:
        """f and its slopes at a relative pose and a time."""
        R, p = _pose(B, z)
        if not self.is_written:
            return self._derived(R, p, float(t), near)
        form, rest = self._written
        found = rest(R, p, np.zeros(3), np.zeros(3), [], [], float(t), parameter_values(form.parameters))
        return ImplicitValues(found.f, found.P.reshape(-1, 6), found.P_0, None)

    def velocity_rows(self, q: Any, t: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
        """(wᵀ, ζ) of wᵀ [ω; v] = ζ, all conditions on velocities at coordinates: S1 (3.8), nonholonomic ones too.

        w = ψ̄ (3.21), ζ = (κ(t), 0) where the pose does not depend on time itself; conditions that the hinge writes on
        its speeds come last.
        """
        joint, form, modes = self.joint, self.joint.form, self.joint.modes(q, t)
        outputs = {"V_0": form.V_0, "phi": form.phi, "R": form.pose.R, "rows": form.velocity_rows, "P_u": self._P_u}
        found = hinge_values(form, q, None, t, **outputs)
        V_0, phi = (np.concatenate([found.R @ x[:3], found.R @ x[3:]]) for x in (found.V_0, found.phi))
        kappa = [rates[1] for rates in joint.excitation(t).values()]
        w = np.hstack([modes.dual_excited, modes.dual_locked]).T
        zeta = w @ (V_0 + modes.excited @ kappa)
        if not len(found.rows):
            return w, zeta
        # P_u u + rows(u = 0) = 0 with u = ψᵀ (V − V_0), ψ of all speeds: what the hinge asks of these.
        on_speeds = found.P_u @ np.linalg.inv(np.hstack([phi, complement(phi)]))[: phi.shape[1]]
        return np.vstack([w, on_speeds]), np.concatenate([zeta, on_speeds @ V_0 - found.rows])

    @cached_property
    def _P_u(self) -> Any:
        form = self.joint.form
        rows = form.velocity_rows
        return jacobian(rows, form.u) if len(rows) and len(form.u) else np.zeros((len(rows), len(form.u)))

    @cached_property
    def _written(self) -> tuple[ConstraintForm, Function]:
        form = ConstraintForm(ImplicitHinge(self.joint.hinge))
        return form, form.function(f=form.f, P=form.P, P_0=form.P_0)

    @cached_property
    def _prescribed(self) -> tuple[list[int], list[int]]:
        """Places of driven and locked coordinates, and of the speeds that are their rates."""
        joint, names = self.joint, (*self.joint.drive, *self.joint.lock)
        speeds = [joint.hinge.speed_names.index(str(joint.speed_of(name))) for name in names]
        return [joint.hinge.coordinates.index(name) for name in names], speeds

    @cached_property
    def _parts(self) -> Function:
        """e, φ̄_k f_k and the rows that coordinates satisfy of themselves, with slopes by q, by the pose and by t."""
        form, (rel, _) = self.joint.form, relative_symbols()
        hinge, R, speeds = form.hinge, form.pose.R, self._prescribed[1]
        q, t, f = form.q, form.t, symbols("f", len(speeds))
        off = array([*rotation_error(rel.R @ R.T), *(rel.p - form.pose.p)])
        excited = array([*(R @ form.phi[:3, speeds] @ f), *(R @ form.phi[3:, speeds] @ f)]) if speeds else zeros(6)
        inner = hinge.inner_rows(list(q), t) if isinstance(hinge, Chain) else ()
        own = array([*form.invariants, *inner])
        outputs = {"e": off, "excited": excited, "own": own}
        slopes: dict[str, Any] = {f"{name}_q": _slope(value, q) for name, value in outputs.items()}
        slopes |= {f"{name}_t": _rate(value, t) for name, value in outputs.items()}
        slopes |= {"e_R": _slope(off, rel.R.ravel()), "e_p": _slope(off, rel.p), "phi_k": _slope(excited, f)}
        inputs = {"q": q, "f": f, "R": rel.R, "p": rel.p, "t": t, "parameters": array(form.parameters)}
        return make_function(f"implicit {hinge.kind}", inputs, {**outputs, **slopes})

    def _values(self, q: np.ndarray, f_k: np.ndarray, R: np.ndarray, p: np.ndarray, t: float) -> Any:
        return self._parts(q, f_k, R, p, t, parameter_values(self.joint.form.parameters))

    def _held(self, t: float) -> tuple[np.ndarray, np.ndarray]:
        """(η, η̇) of driven and locked coordinates."""
        excited = list(self.joint.excitation(t).values())
        values = [x[0] for x in excited] + [float(value_of(value)) for value in self.joint.lock.values()]
        return np.array(values), np.array([x[1] for x in excited] + [0.0] * len(self.joint.lock))

    def _rows(self, found: Any, q: np.ndarray, t: float) -> tuple[np.ndarray, np.ndarray]:
        """(what coordinates satisfy of themselves, its slope): invariants, loops inside, driven and locked values."""
        places = self._prescribed[0]
        slope = np.zeros((len(places), len(q)))
        slope[range(len(places)), places] = 1.0
        values = np.concatenate([found.own, q[places] - self._held(t)[0]])
        return values, np.vstack([found.own_q, slope])

    def _nearest(self, q: np.ndarray, R: np.ndarray, p: np.ndarray, t: float) -> tuple[float, np.ndarray]:
        """(how far the nearest pose of the joint is, its coordinates), roughly, by Gauss and Newton."""
        places, none = self._prescribed[0], np.zeros(len(self._prescribed[0]))
        q = q.copy()
        q[places] = self._held(t)[0]
        off, change, step = np.inf, np.zeros(len(q)), 1.0
        for _ in range(SEARCH_STEPS):
            there = q + step * change
            found = self._values(there, none, R, p, t)
            rows, slope = self._rows(found, there, t)
            new = float(np.hypot(np.linalg.norm(found.e), np.linalg.norm(rows)))
            if not new < off:
                # A longer step than the error can follow: half of it.
                step *= 0.5
                if step * _size(change, q) <= NEAREST_TOLERANCE:
                    break
                continue
            q, off, step = there, new, 1.0
            back = np.linalg.pinv(slope, rcond=ZERO_SINGULAR_VALUE)
            free = np.eye(len(q)) - back @ slope
            change = -back @ rows
            left = found.e + found.e_q @ change
            change -= free @ np.linalg.pinv(found.e_q @ free, rcond=ZERO_SINGULAR_VALUE) @ left
            if _size(change, q) <= NEAREST_TOLERANCE:
                return off, q + change
        return off, q

    def _starts(self, near: Any) -> Iterator[np.ndarray]:
        form = self.joint.form
        if near is not None:
            yield np.asarray(near, dtype=float)
            return
        yield form.hinge.rest_values
        rng = np.random.default_rng(11)
        yield from (sample_coordinates(form, rng) for _ in range(RANDOM_STARTS_OF_ELIMINATION))

    def _eliminated(self, R: np.ndarray, p: np.ndarray, t: float, near: Any) -> tuple[np.ndarray, np.ndarray, Any, Any]:
        """(q, f, slope of all equations by (q, f), values there) with ψᵀ e = 0."""
        best = np.inf, self.joint.hinge.rest_values
        for start in self._starts(near):
            found = self._nearest(start, R, p, t)
            best = found if found[0] < best[0] else best
            if best[0] < NEAREST_TOLERANCE:
                break
        q, extra = best[1], self._complement(best[1], t)
        f = np.zeros(len(self._prescribed[0]) + extra.shape[1])
        count, excited = len(q), len(self._prescribed[0])
        for _ in range(SEARCH_STEPS):
            values = self._values(q, f[:excited], R, p, t)
            rows, slope = self._rows(values, q, t)
            all_slopes = np.zeros((6 + len(rows), count + len(f)))
            all_slopes[:6, :count] = values.e_q - values.excited_q
            all_slopes[:6, count : count + excited], all_slopes[:6, count + excited :] = -values.phi_k, -extra
            all_slopes[6:, :count] = slope
            wrong = np.concatenate([values.e - values.excited - extra @ f[excited:], rows])
            change = -np.linalg.pinv(all_slopes, rcond=ZERO_SINGULAR_VALUE) @ wrong
            if not np.isfinite(change).all():
                break
            q, f = q + change[:count], f + change[count:]
            if _size(change, q) <= ELIMINATION_TOLERANCE:
                return q, f, all_slopes, self._values(q, f[:excited], R, p, t)
        raise ModelError(
            f"{self.joint.hinge.kind}: no coordinates were found that come near this relative pose; give some that do "
            "as `near`."
        )

    def _complement(self, q: np.ndarray, t: float) -> np.ndarray:
        """Unit vectors that complete the modes of all positions to a basis; of S1's φ̄_l those that no coordinate has.

        Positions may have more modes than velocities: coordinates count here, not speeds.
        """
        here, usual = self._position_modes(q, t), self._usual_rank
        if here.shape[1] < usual:
            raise ModelError(
                f"{self.joint.hinge.kind}: {here.shape[1]} of {usual} motions are independent at "
                f"q = ({', '.join(f'{x:.4g}' for x in q)}): the coordinates are singular there, and modes have no dual "
                "basis to eliminate them by."
            )
        return complement(here)

    def _position_modes(self, q: np.ndarray, t: float) -> np.ndarray:
        """An orthonormal basis of all velocities that the coordinates allow, driven and locked ones moving too."""
        form = self.joint.form
        pose = hinge_values(form, q, None, t, R=form.pose.R, p=form.pose.p)
        found = self._values(q, np.zeros(len(self._prescribed[0])), pose.R, pose.p, t)
        own = found.own_q
        free = np.eye(len(q)) - np.linalg.pinv(own, rcond=ZERO_SINGULAR_VALUE) @ own
        left, sizes, _ = np.linalg.svd(found.e_q @ free)
        return np.asarray(left[:, : int(np.sum(sizes > ZERO_SINGULAR_VALUE * max(1.0, sizes.max(initial=0.0))))])

    @cached_property
    def _usual_rank(self) -> int:
        form, rng = self.joint.form, np.random.default_rng(12)
        return max(self._position_modes(sample_coordinates(form, rng), 0.3).shape[1] for _ in range(3))

    def _derived(self, R: np.ndarray, p: np.ndarray, t: float, near: Any) -> ImplicitValues:
        q, f, slopes, values = self._eliminated(R, p, t, near)
        turned = np.stack([(tilde(axis) @ R).ravel() for axis in np.eye(3)], axis=1)
        by_pose, by_time = np.zeros((len(slopes), 6)), np.zeros(len(slopes))
        by_pose[:6, :3], by_pose[:6, 3:] = values.e_R @ turned, values.e_p
        by_time[:6] = values.e_t - values.excited_t
        by_time[6:] = np.concatenate([values.own_t, -self._held(t)[1]])
        inverse = -np.linalg.pinv(slopes, rcond=ZERO_SINGULAR_VALUE)[len(q) :]
        return ImplicitValues(f, inverse @ by_pose, inverse @ by_time, q)


def complement(phi: np.ndarray) -> np.ndarray:
    """Unit vectors that complete the columns of φ to a basis of the six directions, in the order of the axes."""
    need = 6 - phi.shape[1]
    if need == 0:
        return np.zeros((6, 0))
    q, _ = np.linalg.qr(phi) if phi.shape[1] else (np.zeros((6, 0)), None)
    rest = np.eye(6) - q @ q.T
    chosen: list[int] = []
    for _ in range(need):
        # The unit vector that is farthest outside what is spanned so far; the first of equals.
        sizes = np.linalg.norm(rest, axis=0)
        k = int(np.argmax(sizes > sizes.max() * (1 - 1e-9)))
        chosen.append(k)
        direction = rest[:, k] / sizes[k]
        rest = rest - np.outer(direction, direction @ rest)
    return np.eye(6)[:, sorted(chosen)]


def _pose(B: Any, z: Any) -> tuple[np.ndarray, np.ndarray]:
    try:
        R, p = np.asarray(B, dtype=float), np.asarray(z, dtype=float)
    except (TypeError, ValueError):
        raise ModelError("a relative pose is a rotation (3 × 3) and a position (3), all of them numbers.") from None
    if R.shape != (3, 3) or p.shape != (3,):
        raise ModelError(f"a relative pose is a rotation (3 × 3) and a position (3); got {R.shape} and {p.shape}.")
    if not (np.isfinite(R).all() and np.isfinite(p).all()):
        raise ModelError("a relative pose must be finite: its rotation or its position has a number that is not.")
    if np.abs(R @ R.T - np.eye(3)).max() > 1e-9 or np.linalg.det(R) < 0.0:
        raise ModelError("the first part of a relative pose must be a rotation: orthogonal, with determinant 1.")
    return R, p


def _size(change: np.ndarray, q: np.ndarray) -> float:
    return float(np.abs(change).max(initial=0.0) / (1.0 + np.abs(q).max(initial=0.0)))


def _slope(values: Any, by: Any) -> Any:
    return jacobian(values, by) if len(values) and len(by) else np.zeros((len(values), len(by)))


def _rate(values: Any, t: Any) -> Any:
    return array(forward_derivatives([as_expr(x) for x in values], {t: 1.0})) if len(values) else np.zeros(0)
