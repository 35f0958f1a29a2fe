r"""Quasi-linear viscoelasticity of several variables that a matrix of relaxation functions couples."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from ...contract import ModelError, Response, option, parameter, register, value_of
from ...expr import array, jacobian, substitute, symbols
from ...expr.graph import as_expr
from ..on_measure import OnMeasure
from ..responses.convert import as_response
from .exponential_sum import ExponentialSum, exponential_sum
from .fung_kernel import as_kernel, kernel_values, refuse_parameters

SMALL_BESIDE = ". Entries beside the diagonal must be small enough for those on it"


def as_elastic(given: Any) -> Any:
    """f: a matrix K, a function of ε that gives as many numbers, or a tuple of responses, one for each number."""
    if callable(given):
        return given
    if isinstance(given, (tuple, list)) and any(isinstance(x, (Response, str)) or callable(x) for x in given):
        return tuple(as_response(x) for x in given)
    entries = np.array(given, dtype=float)
    if entries.ndim != 2 or entries.shape[0] != entries.shape[1] or not np.isfinite(entries).all():
        raise ModelError("give a square matrix of stiffnesses, a function of ε, or a response for each number")
    return tuple(map(tuple, entries.tolist()))


def as_kernels(given: Any) -> Any:
    """G: one kernel for all, or rows of kernels; a number is a spring that does not relax."""
    if not isinstance(given, (tuple, list)):
        return as_kernel(given)
    rows = tuple(tuple(float(x) if isinstance(x, (int, float)) else as_kernel(x) for x in row) for row in given)
    if any(len(row) != len(rows) for row in rows):
        raise ModelError("give as many kernels in each row as there are rows")
    return rows


@register
class FungMatrix(OnMeasure):
    r"""Tissue after Fung, S0 (3.4.3), of several relevant variables ε that a matrix G of relaxation functions couples.

    $$ F(t) = -\int_{-\infty}^t G(t - s)\,\frac{\partial f}{\partial\varepsilon}\,\dot\varepsilon\, ds $$

    `on` is a measure of n numbers (`Vector()`, `RelativePose()`, one's own). `response` f(ε − ε₀) is a matrix K
    (f = K ε), a Python function that gives n numbers, or n responses. `kernel` is one reduced relaxation function for
    all (a function, a formula of the time x, a table), or n rows of n of them; a number is an entry that does not
    relax. `rest` is ε₀. In a run G is the sum of exponentials, some of them oscillating, that meets every entry within
    `tolerance` (of the largest entry of G(0)) for histories up to `horizon`; n states stand for each exponent, 2 n for
    each pair. `fit` holds it with its error, which the certificate of a run says. Matrices that would give out energy
    at some frequency, with the stiffness at ε₀, are refused; `passive=False` lets them, as an active element.

    Where f = K ε with K positive definite, and the weight of each exponent, times K, is symmetric and positive, what it
    stores and loses is known: ½ q·K⁻¹A q and q·K⁻¹A q r for an exponent r with weight A.
    """

    response = option(convert=as_elastic, doc="f: a matrix, a function of ε, or responses")
    kernel = option(convert=as_kernels, doc="G: one function of time, or rows of them")
    horizon = parameter(unit="s", check="positive", doc="the longest history for which G is met")
    tolerance = parameter(default=1e-8, check="positive", doc="how far an entry of G may be missed, of G(0)")
    passive = option(default=True, choices=(True, False), doc="whether a matrix that would give out energy is refused")
    rest = parameter(shape=(None,), default=None, doc="ε₀, at which f is zero")
    several = True

    def validate(self) -> None:
        """Everything has the size of what is measured; the kernel is met, and takes energy out."""
        super().validate()
        refuse_parameters(self, self._entries)
        n = self.size
        if self.rest is not None and len(self.rest) != n:
            raise ModelError(f"{self.kind}: rest has {len(self.rest)} numbers, and {self.on.kind} measures {n}.")
        for what, given in (("response", self.response), ("kernel", self.kernel)):
            if isinstance(given, tuple) and len(given) != n:
                raise ModelError(f"{self.kind}: {what} is for {len(given)} numbers, and {self.on.kind} measures {n}.")
        if len(array(self.elastic(symbols("e", n))).ravel()) != n:
            raise ModelError(f"{self.kind}: response must give {n} numbers, as many as {self.on.kind} measures.")
        try:
            feeds = self._feeds(self.fit)
        except ModelError as error:
            raise ModelError(f"{self.kind}: {error}.") from error
        if self.passive and feeds:
            raise ModelError(f"{self.kind}: the matrix of kernels is not passive: {''.join(feeds)}.")
        names = [f"q{k + 1}_{j + 1}" for k in range(len(self.fit.rates)) for j in range(n)]
        names += [f"{w}{k + 1}_{j + 1}" for k in range(len(self.fit.pairs)) for w in ("c", "s") for j in range(n)]
        object.__setattr__(self, "states", tuple(names))
        object.__setattr__(self, "outputs", ("loss",) if self.may_store else ())

    @property
    def _entries(self) -> list[Any]:
        """The kernels, row by row; the only one where it is for all."""
        return [x for row in self.kernel for x in row] if isinstance(self.kernel, tuple) else [self.kernel]

    @property
    def longest_history(self) -> float:
        """The horizon."""
        return float(value_of(self.horizon))

    @property
    def size(self) -> int:
        """How many numbers it measures."""
        return len(self.on.units)

    @cached_property
    def fit(self) -> ExponentialSum:
        """The exponentials, with one row of n² entries for each."""
        return exponential_sum(self._samples, float(value_of(self.horizon)), float(value_of(self.tolerance)))

    def _samples(self, t: np.ndarray) -> np.ndarray:
        """All entries of G at times."""
        if not isinstance(self.kernel, tuple):
            values, identity = kernel_values(self.kernel)(t), np.eye(self.size).ravel()
            return np.where(identity == 0.0, 0.0, values[:, None])
        columns = [np.full(len(t), x) if isinstance(x, float) else kernel_values(x)(t) for x in self._entries]
        return np.column_stack(columns)

    @property
    def remarks(self) -> tuple[str, ...]:
        """How well the kernel is met, and where it feeds energy."""
        turning = f" and {len(self.fit.pairs)} oscillations" if len(self.fit.pairs) else ""
        met = (
            f"its matrix of kernels is met by {len(self.fit.rates)} exponentials{turning} to {self.fit.error:.1e} of "
            f"G(0), for histories up to {float(value_of(self.horizon)):g} s"
        )
        return met, *(f"it feeds energy: {what}" for what in self._feeds(self.fit)[:1])

    def elastic(self, x: Any) -> Any:
        """f."""
        if callable(self.response):
            return array(self.response(x)).ravel()
        if isinstance(self.response[0], Response):
            return array([r.value(part) for r, part in zip(self.response, x, strict=True)])
        return np.array(self.response) @ array(x)

    def tangent(self, x: Any) -> Any:
        """∂f/∂ε."""
        at = symbols("x", self.size)
        slopes = array(jacobian(array([as_expr(v) for v in self.elastic(at)]), at))
        known = dict(zip(at, map(as_expr, array(x)), strict=True))
        return array(substitute([as_expr(v) for v in slopes.ravel()], known)).reshape(slopes.shape)

    def _elongation(self, e: Any) -> Any:
        return array(e) if self.rest is None else array(e) - array(self.rest)

    def _weights(self, rows: np.ndarray) -> np.ndarray:
        return rows.reshape(-1, self.size, self.size)

    def _parts(self, z: Any) -> tuple[Any, Any, Any]:
        """States of exponents, and of cosines and sines, n each."""
        n, m, p = self.size, len(self.fit.rates), len(self.fit.pairs)
        values = array(list(z)).reshape(m + 2 * p, n) if self.states else np.zeros((0, n))
        return values[:m], values[m::2], values[m + 1 :: 2]

    def law(self, e: Any, z: Any = ()) -> Any:
        """F."""
        fit = self.fit
        total = self._weights(fit.constant[None])[0] @ array(self.elastic(self._elongation(e)))
        for weights, states in zip((fit.weights, fit.cosines, fit.sines), self._parts(z), strict=True):
            for A, q in zip(self._weights(weights), states, strict=True):
                total = total + A @ q
        return -total

    def state_dot(self, e: Any, e_dot: Any, z: Any = ()) -> Any:
        """(∂f/∂ε) ε̇ − r q, and as for an oscillation of `Fung`."""
        rate = self.tangent(self._elongation(e)) @ array(e_dot)
        q, c, s = self._parts(z)
        found = [x for k, r in enumerate(self.fit.rates) for x in rate - r * q[k]]
        for k, (a, w) in enumerate(self.fit.pairs):
            found += [*(rate - a * c[k] - w * s[k]), *(w * c[k] - a * s[k])]
        return found

    @cached_property
    def _stiffness(self) -> np.ndarray:
        """∂f/∂ε at ε₀."""
        found = self.tangent(np.zeros(self.size))
        return np.asarray(value_of(found), dtype=float).reshape(self.size, self.size)

    def _feeds(self, fit: ExponentialSum) -> tuple[str, ...]:
        """Which small motion about ε₀ would get energy out, and what to change; nothing where none would."""
        K, n = self._stiffness, self.size
        allowed = (fit.error * float(value_of(self.horizon)) + 1e-9) * float(np.abs(K).max(initial=1e-300))
        left = fit.constant.reshape(n, n) @ K
        size = float(np.abs(K).max(initial=1e-300)) * float(np.abs(fit(np.zeros(1))).max())
        slow = ""
        if np.abs(left - left.T).max() > 1e-6 * size or np.linalg.eigvalsh(left + left.T)[0] < -1e-6 * size:
            slow = (
                "what is left of G, times the stiffness, is not symmetric and positive; slow motions around a loop "
                "would give out energy"
            )
        frequencies, spectrum = fit.spectrum()
        H = spectrum.reshape(-1, n, n) @ K
        lowest = np.linalg.eigvalsh(H + H.conj().transpose(0, 2, 1))[:, 0] + 1e-9 * np.abs(H).max(axis=(1, 2))
        if slow or not len(lowest) or lowest.min() >= -allowed:
            return (slow, _asymmetry("G(∞) K", left)) if slow else ()
        # Fast motions see G(0) K alone, which takes energy out in both senses of a loop where it is symmetric.
        uneven = _asymmetry("G(0) K", fit(np.zeros(1)).reshape(n, n) @ K)
        worst = frequencies[int(np.argmin(lowest))]
        return f"a motion at {worst:.3g} rad/s would get energy out of it", uneven or SMALL_BESIDE

    @cached_property
    def _forms(self) -> np.ndarray | None:
        """K⁻¹A of all exponents; None where these are not symmetric and positive, or f is not linear, or G turns."""
        K = self._stiffness
        is_linear = isinstance(self.response, tuple) and isinstance(self.response[0], tuple)
        if not is_linear or len(self.fit.pairs) or np.abs(K - K.T).max() > 1e-12 * np.abs(K).max():
            return None
        if np.linalg.eigvalsh(K)[0] <= 0.0:
            return None
        weights = np.concatenate([self.fit.constant[None], self.fit.weights])
        found = np.array([np.linalg.solve(K, A) for A in self._weights(weights)])
        size = float(np.abs(found).max())
        symmetric = np.abs(found - found.transpose(0, 2, 1)).max() <= 1e-7 * size
        return found if symmetric and np.linalg.eigvalsh(found)[:, 0].min() >= -1e-9 * size else None

    @property
    def may_store(self) -> bool:
        """Whether what it stores and what it loses can be separated."""
        return self._forms is not None

    def stored_energy(self, e: Any, z: Any = ()) -> Any:
        """½ Σ q·K⁻¹A q, where f stands for q of what does not relax; None where that is not known."""
        if self._forms is None:
            return None
        held = [array(self.elastic(self._elongation(e))), *self._parts(z)[0]]
        return sum((0.5 * (q @ (P @ q)) for P, q in zip(self._forms, held, strict=True)), 0.0)

    def output(self, e: Any, z: Any = ()) -> Any:
        """Σ r q·K⁻¹A q, the power that is lost."""
        assert self._forms is not None
        q = self._parts(z)[0]
        return [sum((r * (x @ (P @ x)) for r, P, x in zip(self.fit.rates, self._forms[1:], q, strict=True)), 0.0)]


def _asymmetry(label: str, A: np.ndarray) -> str:
    """Which entries of G times the stiffness K differ from those across the diagonal; nothing where none do."""
    off = np.abs(A - A.T)
    if off.max() <= 1e-6 * np.abs(A).max():
        return ""
    i, j = sorted(int(k) for k in np.unravel_index(np.argmax(off), A.shape))
    return (
        f". {label}, with the stiffness K, must be symmetric: its entry ({i + 1}, {j + 1}) is {A[i, j]:.4g}, and "
        f"({j + 1}, {i + 1}) is {A[j, i]:.4g}. Change the kernels beside the diagonal until both are equal"
    )
