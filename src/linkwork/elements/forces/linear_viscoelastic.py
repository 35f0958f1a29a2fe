r"""Linear viscoelasticity in its differential form."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.polynomial import polynomial as poly

from ...contract import ModelError, parameter, register, value_of
from ..on_measure import OnMeasure


@register
class LinearViscoelastic(OnMeasure):
    r"""Σ p_k dᵏS/dtᵏ = Σ q_k dᵏx/dtᵏ, F = −S, x = ε − l₀: springs and dampers in any arrangement (S0 (3.4.4)).

    `force` p and `strain` q, lowest order first: p = (1, c/k), q = (0, c) is Maxwell; p = (1,), q = (k, c) is Kelvin.
    q may have one term more than p, not two: that would be a mass. It is integrated in the observer form

    S = b ẋ + r_n x + w₁,  ẇ_j = w_{j+1} − a_{n−j} (r_n x + w₁) + r_{n−j} x

    with the states `w1` … `wn`, a = p/p_n, and b ẋ split off, so that no derivative of x beyond the first is needed.
    States of zero mean that nothing happened before. Relations that are unstable, or that would give out energy at
    some frequency, are refused.
    """

    force = parameter(shape=(None,), doc="p_k, of the force and its derivatives")
    strain = parameter(shape=(None,), doc="q_k, of the elongation and its derivatives")
    length = parameter(unit="m", default=0.0, doc="l₀, the length at which the elongation is zero")

    def validate(self) -> None:
        """The relation can be realised, decays, and takes energy out."""
        super().validate()
        p, q = (np.asarray(value_of(x), dtype=float) for x in (self.force, self.strain))
        if len(p) < 1 or p[-1] == 0.0 or len(q) < 1:
            raise ModelError(f"{self.kind}: force needs coefficients, the last of which is not zero; so does strain.")
        if len(q) > len(p) + 1:
            raise ModelError(
                f"{self.kind}: strain has {len(q)} coefficients and force {len(p)}; it may have one more, not "
                f"{len(q) - len(p)}: inertia belongs to bodies."
            )
        roots = poly.polyroots(p) if len(p) > 1 else np.zeros(0)
        if (roots.real > 1e-12 * max(1.0, np.abs(roots).max(initial=0.0))).any():
            raise ModelError(f"{self.kind}: its force grows by itself: force has a root {roots.real.max():g} > 0.")
        if p[0] * q[0] < 0.0:
            raise ModelError(f"{self.kind}: it is not passive: its stiffness at rest, {q[0] / p[0]:g}, is negative.")
        frequency = _feeding(p, q)
        if frequency is not None:
            raise ModelError(
                f"{self.kind}: it is not passive: at {frequency:.3g} rad/s it would give out energy. Check the signs "
                "of force and strain."
            )
        object.__setattr__(self, "states", tuple(f"w{k + 1}" for k in range(len(p) - 1)))
        object.__setattr__(self, "outputs", ("loss",) if self.may_store else ())

    @property
    def _parts(self) -> tuple[list[Any], list[Any], Any]:
        """(a, r, b): with p_n scaled to one, q = b s p + r."""
        n = len(self.force) - 1
        a = [x / self.force[n] for x in self.force]
        r = [*(x / self.force[n] for x in self.strain), *([0.0] * (n + 2 - len(self.strain)))]
        b = r.pop()
        return a, [r[0], *(r[k] - b * a[k - 1] for k in range(1, n + 1))], b

    def law(self, e: Any, e_dot: Any, z: Any = None) -> Any:
        """F = −S."""
        _, r, b = self._parts
        return -(b * e_dot + self._inner(e, z, r))

    def state_dot(self, e: Any, z: Any) -> Any:
        """ẇ."""
        a, r, _ = self._parts
        n, x = len(self.states), e - self.length
        inner = self._inner(e, z, r)
        following = [*z[1:], 0.0]
        return [following[j] - a[n - 1 - j] * inner + r[n - 1 - j] * x for j in range(n)]

    @property
    def may_store(self) -> bool:
        """Whether it is Kelvin's or Zener's arrangement, of which springs and dampers are known.

        Without p₀ the force does not relax, and no spring stands beside the arm.
        """
        if len(self.states) > 1 or (self.states and value_of(self.force[0]) == 0.0):
            return False
        k0, arm, *_ = map(value_of, self._arm)
        return bool(k0 >= 0.0 and (arm > 0.0 or not self.states))

    @property
    def _arm(self) -> tuple[Any, Any, Any, Any]:
        """(k₀, k₁, a, b): the spring beside, the spring of the arm and its decay, the damper beside."""
        a, r, b = self._parts
        if not self.states:
            return r[0], 1.0, 1.0, b
        return r[0] / a[0], r[1] - r[0] / a[0], a[0], b

    def _tension(self, x: Any, z: Any) -> Any:
        """That of the arm."""
        return self._arm[1] * x + z[0] if self.states else 0.0

    def stored_energy(self, e: Any, z: Any = None) -> Any:
        """½ k₀ x² + T²/(2 k₁) of the springs; None where the arrangement is not known."""
        if not self.may_store:
            return None
        k0, k1, _, _ = self._arm
        x = e - self.length
        return 0.5 * k0 * x**2 + 0.5 * self._tension(x, z) ** 2 / k1

    def output(self, e: Any, e_dot: Any, z: Any = None) -> Any:
        """b ẋ² + a T²/k₁, what dampers lose."""
        _, k1, a, b = self._arm
        return [b * e_dot**2 + a * self._tension(e - self.length, z) ** 2 / k1]

    def _inner(self, e: Any, z: Any, r: list[Any]) -> Any:
        """r_n x + w₁."""
        direct = r[len(self.states)] * (e - self.length)
        return direct + z[0] if self.states else direct


def _feeding(p: np.ndarray, q: np.ndarray) -> float | None:
    """A frequency at which S = (q/p) x gives out energy: Im(q(iω) p(−iω)) < 0; None where there is none."""
    turn = 1j ** np.arange(max(len(p), len(q)))
    product = poly.polymul(q * turn[: len(q)], np.conj(p * turn[: len(p)]))
    loss = np.trim_zeros(product.imag, "b")
    if not len(loss):
        return None
    slopes = poly.polyder(loss)
    turning = poly.polyroots(slopes) if len(slopes) > 1 else np.zeros(0)
    real = np.abs(turning[np.abs(turning.imag) <= 1e-6 * (1.0 + np.abs(turning))].real)
    largest = 10.0 * (1.0 + np.abs(poly.polyroots(loss)).max(initial=0.0)) if len(loss) > 1 else 1.0
    tried = np.unique([*real[real > 0], *np.geomspace(1e-6 * largest, largest, 61)])
    values = poly.polyval(tried, loss)
    sizes = poly.polyval(tried, np.abs(product))
    bad = values < -1e-12 * sizes
    return float(tried[np.argmax(bad)]) if bad.any() else None
