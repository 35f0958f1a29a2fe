r"""Quasi-linear viscoelasticity with a relaxation kernel of any form."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any

import lazy_loader
import numpy as np

from ...contract import ModelError, Response, option, parameter, register, value_of
from ...contract.parameters import parameters_in
from ...expr import symbols
from ...expr.evaluate import evaluate
from ...expr.graph import as_expr
from ..responses.formula_response import FormulaResponse
from .fung import Fung
from .relaxation import RelaxationFit, check_passive, fitted_kernel

scipy = lazy_loader.load("scipy")


def _rule(count: int, power: int) -> tuple[np.ndarray, np.ndarray]:
    """Points s = v^power and weights on [0, 1], v by Gauss's rule: with a power above 1 they are dense near zero."""
    points, weights = np.polynomial.legendre.leggauss(count)
    v = (points + 1.0) / 2.0
    return v**power, weights / 2.0 * power * v ** (power - 1)


FUNG_POINTS, FUNG_WEIGHTS = _rule(4, 1)
GRADED_POINTS, GRADED_WEIGHTS = _rule(12, 4)


def as_kernel(given: Any) -> Any:
    """A kernel: a function of time, a response, or a text such as "0.4 + 0.6*exp(-sqrt(x))" with the time as x."""
    if isinstance(given, str):
        return FormulaResponse(given)
    if isinstance(given, Response) or callable(given):
        return given
    raise ModelError("give a function of time, a formula such as 'exp(-sqrt(x))', or a TableResponse")


@register
class FungKernel(Fung):
    r"""Tissue after Fung, S0 (3.4.3), with any kernel G: a function, a formula of the time x, or a table.

    $$ F(t) = -\int_{-\infty}^t G(t - s)\,\frac{df}{dx}\,\dot x\, ds $$

    In a run G is approximated by a sum of exponentials, to `tolerance` (of G(0)) for histories up to `horizon`: with
    positive weights where these suffice, else with pairs that oscillate. Their states are exact, as in `Fung`. `fit`
    has the sum and its largest error, which the certificate of a run reports. The error of the force is at most that
    times the variation of the elastic response, `error_bound(times, measured)`; `convolved(times, measured)` is the
    integral itself with G as given, over the history that a run has stored. `scale` is G(0): the kernel is divided by
    it, f multiplied. Kernels that would give out energy are refused, and so are those that no such sum meets.
    """

    moduli: Any = ()
    times: Any = ()
    equilibrium: Any = None
    oscillations: Any = None
    kernel = option(convert=as_kernel, doc="G, a function of time")
    horizon = parameter(unit="s", check="positive", doc="the longest history for which G is approximated")
    tolerance = parameter(default=1e-6, check="positive", doc="largest error of the approximation of G, of G(0)")

    def validate(self) -> None:
        """The kernel is passive, and exponentials approximate it to the tolerance."""
        refuse_parameters(self, [self.kernel])
        try:
            fit = self.fit
        except ModelError as error:
            raise ModelError(f"{self.kind}: {error}.") from error
        for name, value in (
            ("moduli", tuple(self.scale * g for g in fit.moduli)),
            ("times", fit.times),
            ("equilibrium", self.scale * fit.equilibrium),
            ("oscillations", tuple((self.scale * b, self.scale * c, a, w) for b, c, a, w in fit.oscillations)),
        ):
            object.__setattr__(self, name, value)
        super().validate()

    @cached_property
    def scale(self) -> float:
        """G(0)."""
        found = float(kernel_values(self.kernel)(np.zeros(1))[0])
        if not np.isfinite(found) or found <= 0.0:
            raise ModelError(f"G(0) = {found:g}; a kernel must be finite and positive at once")
        return found

    @cached_property
    def fit(self) -> RelaxationFit:
        """The sum of exponentials that approximates G/G(0)."""
        plain, scale = kernel_values(self.kernel), self.scale
        horizon = float(value_of(self.horizon))

        def unit(t: np.ndarray) -> np.ndarray:
            return plain(t) / scale

        check_passive(unit, horizon)
        return fitted_kernel(unit, horizon, float(value_of(self.tolerance)))

    @property
    def remarks(self) -> tuple[str, ...]:
        """The size and the error of the approximation."""
        turning = f" and {len(self.fit.oscillations)} oscillations" if self.fit.oscillations else ""
        return (
            f"its kernel is met by {len(self.fit.moduli)} exponentials{turning} to {self.fit.error:.1e} of G(0), for "
            f"histories up to {float(value_of(self.horizon)):g} s",
        )

    @property
    def longest_history(self) -> float:
        """The horizon."""
        return float(value_of(self.horizon))

    def check_kernel(self) -> None:
        """Nothing: G itself was checked, and its approximation is as passive but for the error of the fit."""

    def convolved(self, times: Any, measured: Any) -> np.ndarray:
        """F at `times` by the relaxation integral with G as given, over the history of the measure at these times.

        Between them the history is a cubic spline, and every piece is integrated by Gauss's rule of four points. A
        kernel may fall infinitely fast at first: on the last piece before each time the rule has more, graded points.
        """
        t, x = self._history(times, measured)
        path, kernel, slope = scipy.interpolate.CubicSpline(t, x), kernel_values(self.kernel), kernel_values(self.slope)
        length = np.diff(t)
        s = t[:-1, None] + length[:, None] * FUNG_POINTS
        weighted = slope(path(s)) * path(s, 1) * length[:, None] * FUNG_WEIGHTS
        ends = t[1:, None] - length[:, None] * GRADED_POINTS
        weights = length[:, None] * GRADED_WEIGHTS
        last = np.sum(kernel(t[1:, None] - ends) * slope(path(ends)) * path(ends, 1) * weights, axis=1)
        sums = [float(np.sum(kernel(t[k] - s[: k - 1]) * weighted[: k - 1])) + last[k - 1] for k in range(1, len(t))]
        # Until the history begins the tissue was at rest, long enough for G to have reached its limit.
        return -np.array([0.0, *sums]) - self.equilibrium * self._elastic(x[0])

    def error_bound(self, times: Any, measured: Any) -> np.ndarray:
        """Bounds of the error of F at `times` by the approximation of G: its error times the variation of f so far."""
        _, x = self._history(times, measured)
        forces = kernel_values(self.response)(x)
        return self.scale * self.fit.error * np.concatenate([[0.0], np.cumsum(np.abs(np.diff(forces)))])

    def _history(self, times: Any, measured: Any) -> tuple[np.ndarray, np.ndarray]:
        t, x = np.asarray(times, dtype=float), np.asarray(measured, dtype=float).ravel()
        if t.ndim != 1 or t.shape != x.shape or len(t) < 2 or not (np.diff(t) > 0).all():
            raise ModelError(f"{self.kind}: give increasing times and as many values of the measure.")
        if t[-1] - t[0] > float(value_of(self.horizon)) * (1 + 1e-12):
            raise ModelError(
                f"{self.kind}: the history is {t[-1] - t[0]:g} s long; its kernel is met for "
                f"{float(value_of(self.horizon)):g} s. Give a longer horizon."
            )
        return t, x - float(value_of(self.length))

    def _elastic(self, x: float) -> float:
        return float(value_of(self.response.value(x)))


def refuse_parameters(tissue: Any, kernels: Iterable[Any]) -> None:
    """Raises where `horizon`, `tolerance` or a kernel depends on a Parameter: the fit is made once for all runs."""
    traced = [kernel.value(symbols("x")) for kernel in kernels if isinstance(kernel, Response)]
    fixed = parameters_in([tissue.horizon, tissue.tolerance, *traced])
    if fixed:
        raise ModelError(
            f"{tissue.kind}: the exponentials are found once, and the Parameter {fixed[0].name!r} could not change "
            "them; give numbers for kernel, horizon and tolerance."
        )


def kernel_values(given: Any) -> Callable[[np.ndarray], np.ndarray]:
    """A response, or a function of one number, on arrays. What can be traced is traced once."""
    one = given.value if isinstance(given, Response) else given
    x = symbols("x")
    try:
        traced = as_expr(one(x))
    except Exception:  # a user's own function may do anything with a symbol
        return np.vectorize(lambda at: float(one(float(at))), otypes=[float])
    known = {p: p.value for p in parameters_in([traced])}

    def values(at: np.ndarray) -> np.ndarray:
        with np.errstate(all="ignore"):
            found = evaluate([traced], {x: np.asarray(at, dtype=float), **known})[0]
        return np.broadcast_to(np.asarray(found, dtype=float), np.shape(at)).copy()

    return values
