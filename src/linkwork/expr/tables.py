r"""Tables and splines as look-up nodes: a piecewise polynomial in one variable, with exact derivatives.

A look-up is one node, not a chain of selects: f(x) = Σ_k c_{ik} (x − x_i)^k on the segment x_i ≤ x < x_{i+1}. Its
derivative is the look-up of the differentiated polynomial on the same breaks, to any order.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

import numpy as np

from .array import elementwise, is_symbolic
from .errors import TraceError
from .graph import Expr, as_expr, intern_node

Outside = Literal["hold", "linear", "extend", "nan"]
SplineEnds = Literal["natural", "clamped", "not-a-knot"]


@dataclass(frozen=True, eq=False)
class PiecewisePolynomial:
    """Breaks (n + 1, increasing) and coefficients (n, degree + 1), highest power of (x − break) first.

    Beyond the outer breaks the outer polynomials go on; where `periodic`, x is first brought into the period, by
    x − T·floor((x − x_0)/T), which is as exact as x itself: to half its distance from the next number.
    """

    breaks: np.ndarray
    coefficients: np.ndarray
    periodic: bool = False

    def __post_init__(self) -> None:
        for name, given in (("breaks", self.breaks), ("coefficients", self.coefficients)):
            own = np.array(given, dtype=float, order="C")
            own.flags.writeable = False
            object.__setattr__(self, name, own)
        n = len(self.breaks) - 1
        if self.breaks.ndim != 1 or n < 1 or self.coefficients.ndim != 2 or len(self.coefficients) != n:
            raise TraceError(
                "a piecewise polynomial needs n + 1 breaks and n rows of coefficients; got shapes "
                f"{self.breaks.shape} and {self.coefficients.shape}."
            )
        if not (np.diff(self.breaks) > 0).all():
            raise TraceError("the breaks of a piecewise polynomial must increase.")

    @cached_property
    def digest(self) -> str:
        """Content hash: equal tables are one table."""
        parts = (
            self.breaks.tobytes(),
            self.coefficients.tobytes(),
            bytes([self.periodic]),
            str(self.coefficients.shape),
        )
        return hashlib.sha256(b"|".join(p if isinstance(p, bytes) else p.encode() for p in parts)).hexdigest()

    @cached_property
    def derivative(self) -> PiecewisePolynomial:
        """The first derivative, on the same breaks."""
        degree = self.coefficients.shape[1] - 1
        if degree == 0:
            return PiecewisePolynomial(self.breaks, np.zeros_like(self.coefficients), self.periodic)
        slopes = self.coefficients[:, :-1] * np.arange(degree, 0, -1.0)
        return PiecewisePolynomial(self.breaks, slopes, self.periodic)

    @cached_property
    def antiderivative(self) -> PiecewisePolynomial:
        """An integral, continuous and zero at the first break; of one that is not periodic."""
        degree = self.coefficients.shape[1] - 1
        raised = np.pad(self.coefficients / np.arange(degree + 1, 0, -1.0), ((0, 0), (0, 1)))
        widths = np.diff(self.breaks)
        areas = np.zeros(len(widths))
        for column in raised.T:
            areas = areas * widths + column
        # Segments that are not numbers have no area; values in them are none either.
        raised[1:, -1] = np.cumsum(np.nan_to_num(areas))[:-1]
        return PiecewisePolynomial(self.breaks, raised)

    @cached_property
    def smoothness(self) -> float:
        """How many derivatives are continuous: −1 where the values themselves jump, inf for a single polynomial."""
        piece, order = self, -1
        while not piece.is_zero:
            if not piece._is_continuous:
                return order
            piece, order = piece.derivative, order + 1
        return np.inf

    @property
    def _is_continuous(self) -> bool:
        """Whether neighbouring polynomials meet, up to rounding."""
        right = self.coefficients[:, -1]
        widths = np.diff(self.breaks)
        ends = np.zeros_like(right)
        for column in self.coefficients.T:
            ends = ends * widths + column
        after = np.roll(right, -1) if self.periodic else right[1:]
        before = ends if self.periodic else ends[:-1]
        scale = np.abs(self.coefficients[:, -1]).max() + np.abs(ends).max()
        return bool(np.all(np.abs(after - before) <= 1e-9 * scale))

    @property
    def is_zero(self) -> bool:
        """Whether the polynomial vanishes everywhere, as derivatives of high order do."""
        return not self.coefficients.any()

    @cached_property
    def holds(self) -> bool:
        """Whether both outer polynomials are constants: then x may be kept between the outer breaks, ±inf included."""
        return not self.periodic and not self.coefficients[[0, -1], :-1].any()

    def evaluate(self, x: Any) -> np.ndarray:
        """The value at numbers x, of any shape."""
        x = np.asarray(x, dtype=float)
        if self.periodic:
            first, period = self.breaks[0], self.breaks[-1] - self.breaks[0]
            x = x - period * np.floor((x - first) / period)
        elif self.holds:
            x = np.clip(x, self.breaks[0], self.breaks[-1])
        segment = np.clip(np.searchsorted(self.breaks, x, side="right") - 1, 0, len(self.breaks) - 2)
        s = x - self.breaks[segment]
        value = np.zeros_like(x)
        for column in self.coefficients.T:
            value = value * s + column[segment]
        return value

    def __call__(self, x: Any) -> Any:
        """The value at x: a number for numbers, a look-up node for an expression."""
        if is_symbolic(x):
            return elementwise(lambda entry: lookup(self, as_expr(entry)), x)
        value = self.evaluate(x)
        return float(value) if value.ndim == 0 else value

    def __repr__(self) -> str:
        return f"table of {len(self.breaks)} points, degree {self.coefficients.shape[1] - 1}"


def lookup(polynomial: PiecewisePolynomial, x: Expr) -> Expr:
    """The node of a look-up at x."""
    if polynomial.is_zero:
        return as_expr(0.0)
    if x.op == "const":
        value = polynomial(x.data)
        if value == value:
            return as_expr(value)
    return intern_node(Expr, ("lookup", polynomial.digest, x.uid), "lookup", (x,), polynomial)


def table(x: Any, y: Any, outside: Outside = "hold") -> PiecewisePolynomial:
    """Straight lines between the points (x, y). `outside` says how it goes on beyond the first and last point."""
    x, y = _points(x, y)
    slopes = np.diff(y) / np.diff(x)
    return _with_outside(PiecewisePolynomial(x, np.stack([slopes, y[:-1]], axis=1)), outside)


def spline(x: Any, y: Any, ends: SplineEnds = "natural", outside: Outside = "hold") -> PiecewisePolynomial:
    """The cubic spline through the points (x, y): twice continuously differentiable between the first and the last.

    `ends`: no curvature (natural), no slope (clamped) or the outer two segments one cubic (not-a-knot).
    `outside`: keep the outer value (hold), its tangent (linear), the outer cubic (extend), or give NaN (nan).
    """
    x, y = _points(x, y)
    return _with_outside(PiecewisePolynomial(x, _cubic(x, y, ends)), outside)


def periodic_spline(x: Any, y: Any) -> PiecewisePolynomial:
    """The cubic spline of period x[-1] − x[0] through the points; the last value must repeat the first."""
    x, y = _points(x, y)
    if abs(y[0] - y[-1]) > 1e-12 * max(1.0, float(np.abs(y).max())):
        raise TraceError(f"periodic_spline: the last value ({y[-1]:g}) must repeat the first ({y[0]:g}).")
    y = np.append(y[:-1], y[0])
    return PiecewisePolynomial(x, _cubic(x, y, "periodic"), periodic=True)


def _cubic(x: np.ndarray, y: np.ndarray, ends: str) -> np.ndarray:
    """The coefficients of the cubic spline, a row per segment."""
    # Imported here because it takes longer than everything else in this package together.
    from scipy.interpolate import CubicSpline

    if ends not in ("natural", "clamped", "not-a-knot", "periodic"):
        raise TraceError(f"ends={ends!r} is not known; choose natural, clamped or not-a-knot.")
    coefficients: np.ndarray = CubicSpline(x, y, bc_type=ends).c.T
    return coefficients


def _points(x: Any, y: Any) -> tuple[np.ndarray, np.ndarray]:
    """The points as arrays, checked: two or more, finite, x increasing."""
    try:
        x, y = np.array(x, dtype=float), np.array(y, dtype=float)
    except (TypeError, ValueError, TraceError):
        raise TraceError("the points of a table must be numbers.") from None
    if x.ndim != 1 or x.shape != y.shape or len(x) < 2:
        raise TraceError(f"a table needs two or more points, x and y of one length; got {x.shape} and {y.shape}.")
    if not (np.isfinite(x).all() and np.isfinite(y).all()):
        raise TraceError("the points of a table must be finite.")
    if not (np.diff(x) > 0).all():
        at = int(np.argmin(np.diff(x) > 0))
        raise TraceError(f"the x of a table must increase; x[{at + 1}] = {x[at + 1]:g} follows {x[at]:g}.")
    return x, y


def _with_outside(inner: PiecewisePolynomial, outside: Outside) -> PiecewisePolynomial:
    """`inner` with a segment added at each end that carries the rule for `outside`.

    The last point itself, like the first, belongs to the inside: the added segment begins one ulp behind it.
    """
    if outside == "extend":
        return inner
    if outside not in ("hold", "linear", "nan"):
        raise TraceError(f"outside={outside!r} is not known; choose hold, linear, extend or nan.")
    breaks, degree = inner.breaks, inner.coefficients.shape[1] - 1
    width = breaks[-1] - breaks[0]
    rows = []
    after = np.nextafter(breaks[-1], np.inf)
    for origin, at in ((breaks[0] - width, breaks[0]), (breaks[-1], breaks[-1])):
        row = np.full(degree + 1, np.nan if outside == "nan" else 0.0)
        if outside != "nan":
            inside = _one_sided(inner, at)
            slope = inside[1] if outside == "linear" else 0.0
            row[-1] = inside[0] + slope * (origin - at)
            row[-2:-1] = slope
        rows.append(row)
    return PiecewisePolynomial(
        np.concatenate([[breaks[0] - width], breaks[:-1], [after, after + width]]),
        np.vstack([rows[0], inner.coefficients, rows[1]]),
    )


def _one_sided(inner: PiecewisePolynomial, at: float) -> tuple[float, float]:
    """Value and slope at an outer break, taken from the inside."""
    return float(inner.evaluate(at)), float(inner.derivative.evaluate(at))


__all__ = ["PiecewisePolynomial", "periodic_spline", "spline", "table"]
