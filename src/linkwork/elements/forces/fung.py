r"""Quasi-linear viscoelasticity."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...contract import ModelError, option, parameter, value_of
from ...expr import array, jacobian, substitute, symbols
from ...expr.graph import as_expr
from ..on_measure import OnMeasure
from ..responses import as_response


class Fung(OnMeasure):
    r"""Tissue after Fung (1972), S0 (3.4.3): the elastic response f, relaxed by a kernel G.

    $$ F(t) = -\int_{-\infty}^t G(t - s)\,\frac{df}{dx}\,\dot x\, ds,\qquad
       G(t) = g_\infty + \sum_i g_i e^{-t/\tau_i} $$

    With a kernel of exponentials (a Prony series) the integral is exactly
    F = −(g∞ f + Σ g_i q_i), q̇_i = (df/dx) ẋ − q_i/τ_i, with the states `q1`, `q2` …; nothing is stored or summed.
    `response` f of the elongation x = ε − l₀, `moduli` g_i, `times` τ_i, `equilibrium` g∞ (1 − Σ g_i where it is not
    given, so that G(0) = 1). States start at zero: a connection that has been at rest at x₀ for long has f(x₀) already
    relaxed. A kernel with negative moduli or times would give out energy and is refused.
    """

    response = option(convert=as_response, doc="f, the elastic response as a function of elongation")
    moduli = parameter(shape=(None,), doc="g_i")
    times = parameter(unit="s", shape=(None,), doc="τ_i")
    equilibrium = parameter(default=None, doc="g∞, what is left after all relaxation")
    length = parameter(unit="m", default=0.0, doc="l₀, the length at which the elongation is zero")

    def validate(self) -> None:
        """One time for each modulus, and a kernel that takes energy out."""
        super().validate()
        g, tau = (np.asarray(value_of(x), dtype=float) for x in (self.moduli, self.times))
        if len(g) != len(tau):
            raise ModelError(f"{self.kind}: {len(g)} moduli and {len(tau)} times; give one time for each modulus.")
        for what, values, bad in (("moduli", g, g < 0), ("times", tau, tau <= 0)):
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
        object.__setattr__(self, "states", tuple(f"q{k + 1}" for k in range(len(g))))

    @property
    def remaining(self) -> Any:
        """g∞."""
        return 1.0 - sum(self.moduli) if self.equilibrium is None else self.equilibrium

    def slope(self, x: Any) -> Any:
        """df/dx."""
        at = symbols("x")
        found = as_expr(array(jacobian(as_expr(self.response.value(at)), at)).ravel()[0])
        return substitute([found], {at: as_expr(x)})[0]

    def law(self, e: Any, z: Any = ()) -> Any:
        """F."""
        memory = sum((g * q for g, q in zip(self.moduli, z, strict=True)), 0.0)
        return -(self.remaining * self.response.value(e - self.length) + memory)

    def state_dot(self, e: Any, e_dot: Any, z: Any) -> Any:
        """q̇_i."""
        rate = self.slope(e - self.length) * e_dot
        return [rate - q / tau for q, tau in zip(z, self.times, strict=True)]
