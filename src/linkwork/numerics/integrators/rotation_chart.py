r"""Rotations inside an element in time: increments in a chart at its middle (or its start), by native code.

Total increments $x$ of the rotation vector are added like coordinates; R_ref = exp(d) R_1 stands at the middle,
d = ½ x(t_2), so that ϑ = x − d runs from −d to d, R_2 = exp(2d) R_1, vectors stay short, and the element is the same
read backwards. With ω = T(ϑ) ϑ̇,

$$ T = I + \frac{1-\cos s}{s^2}\tilde\vartheta + \frac{s-\sin s}{s^3}\tilde\vartheta^2, \qquad s = |\vartheta|, $$

a change of x turns a body by T dϑ + exp(ϑ) T(d) dd and changes ω by T dϑ̇ + (Ṫ − ω̃ T) dϑ. The chart at the start,
which S3 suggests, has R_ref = R_1 and ϑ = x: for k > 1 it loses energy slowly. No chart is singular below 2π.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from ...expr import Function, array, cos, cross, forward_derivatives, make_function, sin, sqrt, symbols, where
from ...expr.graph import as_expr
from ...kernels import Kernel, compile_function
from ...kernels.rows import BoundShare, trailing
from ...kernels.team import Task, ThreadTeam

CHARTS = ("middle", "start")
SERIES_ROTATION = 0.3
"""Rotation vectors below this are treated by series, exact to rounding."""
SERIES_TERMS = 8
CHART_SHARE = 512
"""Fewer rotations than this are not worth a thread."""


class Turned(NamedTuple):
    """Rotations at a point of an element (… × rotations): views, which the next point overwrites."""

    e: np.ndarray
    """Euler parameters."""
    w: np.ndarray
    T: np.ndarray
    rest: np.ndarray
    """Ṫ − ω̃ T."""
    shifted: np.ndarray
    """exp(ϑ) T(d)."""


class RotationChart:
    """The chart of `count` rotations. It has memory, so everyone has an own one."""

    def __init__(self, count: int, team: ThreadTeam | None = None) -> None:
        self.count, self._team = count, team or ThreadTeam(1)
        given = {"e_1": 4, "d": 3, "th": 3, "th_dot": 3}
        self._in = {name: np.zeros((size, count)) for name, size in given.items()}
        self._out = Turned(*(np.zeros((size, count)) for size in (4, 3, 9, 9, 9)))
        self._calls: list[Task] = []
        if count:
            kernel = chart_kernel()
            inputs = [trailing(self._in[name], shape) for name, shape in kernel.signature.shapes.items()]
            shapes = kernel.signature.output_shapes
            outputs = [trailing(getattr(self._out, name), shape) for name, shape in shapes.items()]
            ranges = self._team.ranges(count, CHART_SHARE, kernel.width)
            self._calls = [BoundShare(kernel, inputs, outputs, first, stop).run for first, stop in ranges]

    def __call__(self, e: np.ndarray, d: np.ndarray, th: np.ndarray, th_dot: np.ndarray) -> Turned:
        """Rotations exp(ϑ) exp(d) of those with Euler parameters e (4 × n), and how they change."""
        for name, value in (("e_1", e), ("d", d), ("th", th), ("th_dot", th_dot)):
            self._in[name][...] = value
        self._team.run(self._calls)
        return self._out


@cache
def chart_kernel() -> Kernel:
    """The native code of `chart_function`."""
    return compile_function(chart_function())


def chart_function() -> Function:
    """e, w, T, rest and shifted of one rotation."""
    e, d, th, th_dot = symbols("e_1", 4), symbols("d", 3), symbols("th", 3), symbols("th_dot", 3)
    T = tangent_operator(th)
    rates = forward_derivatives([as_expr(x) for x in T.ravel()], dict(zip(th, th_dot, strict=True)))
    w = T @ th_dot
    rest = array(rates).reshape(3, 3) - array([cross(w, column) for column in T.T]).T
    turn = product(euler_vector(th), euler_vector(d))
    new = product(turn, list(e))
    size = sqrt(sum(x * x for x in new))
    turned = array([turned_by(euler_vector(th), column) for column in tangent_operator(d).T]).T
    outputs: dict[str, Any] = {"e": array([x / size for x in new]), "w": array(list(w))}
    outputs |= {"T": T.ravel(), "rest": rest.ravel(), "shifted": turned.ravel()}
    return make_function("rotation_chart", {"e_1": e, "d": d, "th": th, "th_dot": th_dot}, outputs)


def tangent_operator(th: Any) -> Any:
    """T(ϑ)."""
    x = th @ th
    b = _even(x, 2, lambda s: (1.0 - cos(s)) / (s * s))
    c = _even(x, 3, lambda s: (s - sin(s)) / (s * s * s))
    first = array([cross(th, unit) for unit in np.eye(3)]).T
    return np.eye(3) + b * first + c * (first @ first)


def euler_vector(th: Any) -> list[Any]:
    """Euler parameters of exp(ϑ)."""
    x = 0.25 * (th @ th)
    half = 0.5 * _even(x, 1, lambda s: sin(s) / s)
    return [_even(x, 0, cos), *(half * y for y in th)]


def _even(x: Any, first: int, closed: Any) -> Any:
    """Σ (−x)ᵏ / (2k + first)!, a function of s² = x, by its series where s is short."""
    is_short = x < SERIES_ROTATION**2
    s = sqrt(where(is_short, 1.0, x))
    series: Any = 0.0
    for k in reversed(range(SERIES_TERMS)):
        series = 1.0 - series * x / ((2 * k + first + 1) * (2 * k + first + 2)) if k < SERIES_TERMS - 1 else 1.0
    scale = 1.0
    for k in range(2, first + 1):
        scale *= k
    return where(is_short, series / scale, closed(s))


def product(p: list[Any], q: list[Any]) -> list[Any]:
    """p ∘ q of Euler parameters."""
    a, b, c, d = p
    e, f, g, h = q
    return [
        a * e - b * f - c * g - d * h,
        a * f + b * e + c * h - d * g,
        a * g - b * h + c * e + d * f,
        a * h + b * g - c * f + d * e,
    ]


def turned_by(p: list[Any], x: Any) -> list[Any]:
    """R x, with R of Euler parameters."""
    y = product(product(p, [0.0, *x]), [p[0], -p[1], -p[2], -p[3]])
    return y[1:]
