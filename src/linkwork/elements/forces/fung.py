r"""Quasi-linear viscoelasticity."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...contract import ModelError, option, parameter, register, value_of
from ...expr import array, jacobian, substitute, symbols
from ...expr.graph import as_expr
from ..on_measure import OnMeasure
from ..responses.convert import as_response
from ..responses.linear_response import LinearResponse
from .exponential_sum import ExponentialSum


@register
class Fung(OnMeasure):
    r"""Tissue after Fung (1972), S0 (3.4.3): the elastic response f, relaxed by a kernel G.

    $$ F(t) = -\int_{-\infty}^t G(t - s)\,\frac{df}{dx}\,\dot x\, ds,\qquad
       G(t) = g_\infty + \sum_i g_i e^{-t/\tau_i} + \sum_j e^{-a_j t}(b_j\cos\omega_j t + c_j\sin\omega_j t) $$

    With a kernel of exponentials (a Prony series) the integral is exactly
    F = −(g∞ f + Σ g_i q_i + Σ (b_j c_j + c_j s_j)), q̇_i = (df/dx) ẋ − q_i/τ_i, with the states `q1`, `q2` …; a pair
    that oscillates has two, `c1` and `s1`: ċ = (df/dx) ẋ − a c − ω s, ṡ = ω c − a s. Nothing is stored or summed.
    `response` f of the elongation x = ε − l₀, `moduli` g_i, `times` τ_i, `equilibrium` g∞ (1 − Σ g_i − Σ b_j where it
    is not given, so that G(0) = 1), `oscillations` rows (b, c, a, ω). States start at zero: a connection that has been
    at rest at x₀ for long has f(x₀) already relaxed. A kernel that would give out energy is refused.

    A decaying branch is a spring behind a damper that has gone to x_w, where f(x_w) = f(x) − q: it holds
    g (U(x) − U(x_w) − f(x_w)(x − x_w)) with U = ∫ f dx, and loses g q (x − x_w)/τ. Both are known where f can be
    inverted (`LinearResponse`, `ExponentialResponse`), of oscillations where f is linear: `energy` and `loss`.
    """

    response = option(convert=as_response, doc="f, the elastic response as a function of elongation")
    moduli = parameter(shape=(None,), doc="g_i")
    times = parameter(unit="s", shape=(None,), doc="τ_i")
    equilibrium = parameter(default=None, doc="g∞, what is left after all relaxation")
    length = parameter(unit="m", default=0.0, doc="l₀, the length at which the elongation is zero")
    oscillations = parameter(shape=(None, 4), default=None, doc="rows (b, c, a, ω): weights, decay 1/s, rad/s")

    def validate(self) -> None:
        """One time for each modulus, and a kernel that takes energy out."""
        super().validate()
        if len(self.moduli) != len(self.times):
            raise ModelError(
                f"{self.kind}: {len(self.moduli)} moduli and {len(self.times)} times; give one time for each modulus."
            )
        self.check_kernel()
        names = [f"q{k + 1}" for k in range(len(self.moduli))]
        names += [f"{what}{k + 1}" for k in range(len(self.pairs)) for what in ("c", "s")]
        object.__setattr__(self, "states", tuple(names))
        object.__setattr__(self, "outputs", ("loss",) if self.may_store else ())

    def check_kernel(self) -> None:
        """Raises where the kernel would give out energy."""
        g, tau = (np.asarray(value_of(x), dtype=float) for x in (self.moduli, self.times))
        for what, values, bad in (("moduli", g, (g < 0) & (not self.pairs)), ("times", tau, tau <= 0)):
            if bad.any():
                k = int(np.argmax(bad))
                raise ModelError(
                    f"{self.kind}: {what}[{k}] = {values[k]:g}: the relaxation kernel is not passive, it would give "
                    "out energy. Moduli must not be negative and times must be positive."
                )
        rest = float(value_of(self.remaining))
        if rest < -1e-12:
            raise ModelError(
                f"{self.kind}: the relaxation kernel is not passive: equilibrium is {rest:g} (1 less the sum of the "
                "moduli where it is not given); it must not be negative."
            )
        if self.pairs:
            self._check_oscillations(g, tau)

    def _check_oscillations(self, g: np.ndarray, tau: np.ndarray) -> None:
        b, c, a, w = np.asarray(value_of(array(self.oscillations)), dtype=float).T
        if (a <= 0.0).any() or (w <= 0.0).any():
            raise ModelError(
                f"{self.kind}: oscillations: decay {a.min():g} 1/s and frequency {w.min():g} rad/s must be positive; "
                "one that does not turn is a modulus with its time."
            )
        found = ExponentialSum(np.zeros(1), 1.0 / tau, g[:, None], np.column_stack([a, w]), b[:, None], c[:, None])
        frequencies, spectrum = found.spectrum()
        loss = spectrum[:, 0].real
        if loss.min() < -1e-9 * loss.max():
            at = frequencies[int(np.argmin(loss))]
            raise ModelError(
                f"{self.kind}: the relaxation kernel is not passive: moved to and fro at {at:.3g} rad/s it would give "
                "out energy. A pair by itself needs |c| ω ≤ a b."
            )

    @property
    def pairs(self) -> list[Any]:
        """Rows (b, c, a, ω)."""
        return [] if self.oscillations is None else list(self.oscillations)

    @property
    def remaining(self) -> Any:
        """g∞."""
        if self.equilibrium is not None:
            return self.equilibrium
        return 1.0 - sum(self.moduli) - sum(b for b, _, _, _ in self.pairs)

    def slope(self, x: Any) -> Any:
        """df/dx."""
        at = symbols("x")
        found = as_expr(array(jacobian(as_expr(self.response.value(at)), at)).ravel()[0])
        return substitute([found], {at: as_expr(x)})[0]

    def law(self, e: Any, z: Any = ()) -> Any:
        """F."""
        n = len(self.moduli)
        memory = sum((g * q for g, q in zip(self.moduli, z[:n], strict=True)), 0.0)
        memory = memory + sum((b * u + c * v for (b, c, _, _), (u, v) in self._turning(z)), 0.0)
        return -(self.remaining * self.response.value(e - self.length) + memory)

    def state_dot(self, e: Any, e_dot: Any, z: Any) -> Any:
        """q̇_i, and (ċ, ṡ) of oscillations."""
        rate = self.slope(e - self.length) * e_dot
        found = [rate - q / tau for q, tau in zip(z[: len(self.times)], self.times, strict=True)]
        for (_, _, a, w), (u, v) in self._turning(z):
            found += [rate - a * u - w * v, w * u - a * v]
        return found

    def _turning(self, z: Any) -> list[tuple[Any, tuple[Any, Any]]]:
        """Rows (b, c, a, ω) with their two states."""
        first = len(self.moduli)
        return [(row, (z[first + 2 * k], z[first + 2 * k + 1])) for k, row in enumerate(self.pairs)]

    @property
    def may_store(self) -> bool:
        """Whether what it stores and what it loses can be separated."""
        x = symbols("x")
        known = self.response.inverse(x) is not None and self.response.integral(x) is not None
        b, c, a, w = np.asarray(value_of(array(self.pairs)), dtype=float).reshape(-1, 4).T
        single = isinstance(self.response, LinearResponse) and (np.abs(c) * w <= a * b * (1.0 + 1e-12)).all()
        positive = (np.asarray(value_of(self.moduli), dtype=float) >= 0.0).all()
        return bool(known and positive and (single or not self.pairs))

    def stored_energy(self, e: Any, z: Any = ()) -> Any:
        """g∞ U(x) and what branches hold; None where that is not known."""
        if not self.may_store:
            return None
        x = e - self.length
        f, U = self.response.value(x), self.response.integral
        total = self.remaining * U(x)
        for g, q in zip(self.moduli, z[: len(self.moduli)], strict=True):
            x_w = self.response.inverse(f - q)
            total = total + g * (U(x) - U(x_w) - (f - q) * (x - x_w))
        for (b, c, a, w), (u, v) in self._turning(z):
            p = b * (1.0 + 2.0 * a**2 / w**2)
            total = total + 0.5 * (b * u**2 + 2.0 * c * u * v + p * v**2) / self.response.stiffness
        return total

    def output(self, e: Any, z: Any = ()) -> Any:
        """The power that is lost."""
        x = e - self.length
        f, lost = self.response.value(x), 0.0
        for g, tau, q in zip(self.moduli, self.times, z[: len(self.moduli)], strict=True):
            lost = lost + g * q / tau * (x - self.response.inverse(f - q))
        for (b, c, a, w), (u, v) in self._turning(z):
            # ½ yᵀ Q y, where ½ yᵀ P y is stored and PA + AᵀP = −Q (the lemma of Kalman, Yakubovich and Popov).
            m, p = a * b - w * c, b * (1.0 + 2.0 * a**2 / w**2)
            form = m * u**2 - 2.0 * a / w * m * u * v + (a * p + w * c) * v**2
            lost = lost + form / self.response.stiffness
        return [lost]
