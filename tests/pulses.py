"""Random pulses and tables in time, as a model is given them, with their integrals by quadrature written by hand."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from scipy.interpolate import CubicSpline

import linkwork as lw

GAUSS = np.polynomial.legendre.leggauss(20)
SIDES = np.array([0.0, 0.25, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0])
"""Where a smooth pulse is cut for the quadrature, in widths from its middle."""


class Pulse(NamedTuple):
    """A function of time as linkwork has it, as NumPy has it, and where quadrature has to be cut."""

    kind: str
    given: Any
    """An expression of `lw.t`, or a signal."""
    plain: Callable[[np.ndarray], np.ndarray]
    cuts: np.ndarray

    @property
    def signal(self) -> Any:
        """What a load takes."""
        return self.given if isinstance(self.given, lw.Signal) else lw.Expression(self.given)

    def moments(self, end: float) -> tuple[float, float, float]:
        """∫ f dt, ∫ (T − t) f dt and ∫ |f| dt from 0 to T."""
        edges = np.unique(np.concatenate([[0.0, end], self.cuts[(self.cuts > 0.0) & (self.cuts < end)]]))
        edges = np.unique(np.concatenate([np.linspace(a, b, 9) for a, b in pairwise(edges)]))
        a, b = edges[:-1, None], edges[1:, None]
        t = 0.5 * (a + b) + 0.5 * (b - a) * GAUSS[0]
        w = 0.5 * (b - a) * GAUSS[1]
        f = self.plain(t)
        return float((w * f).sum()), float((w * f * (end - t)).sum()), float((w * np.abs(f)).sum())


def smooth(rng: np.random.Generator, at: float, width: float, size: float) -> Pulse:
    """A pulse without corners."""
    t = lw.t
    s, cuts = (t - at) / width, at + width * np.concatenate([-SIDES, SIDES])
    kind = str(rng.choice(["gauss", "sech", "lorentz", "tanh", "burst"]))
    if kind == "gauss":
        return Pulse(kind, size * np.exp(-(s**2)), lambda x: size * np.exp(-(((x - at) / width) ** 2)), cuts)
    far = at + width * np.concatenate([-2 * SIDES, 2 * SIDES, 4.0 + 2 * SIDES, 4.0 - 2 * SIDES])
    if kind == "sech":
        return Pulse(kind, size * (1.0 - np.tanh(s) ** 2), lambda x: size * _sech((x - at) / width) ** 2, far)
    if kind == "lorentz":
        wide = at + width * np.concatenate([-(4.0 ** np.arange(12)), 4.0 ** np.arange(12)])
        both = np.concatenate([wide, cuts])
        return Pulse(kind, size / (1.0 + s**2), lambda x: size / (1.0 + ((x - at) / width) ** 2), both)
    if kind == "tanh":
        given = 0.5 * size * (np.tanh(s) - np.tanh(s - 4.0))
        return Pulse(
            kind, given, lambda x: 0.5 * size * (np.tanh((x - at) / width) - np.tanh((x - at) / width - 4.0)), far
        )
    given = size * np.exp(-(s**2)) * np.cos(5.0 * s)
    return Pulse(
        kind, given, lambda x: size * np.exp(-(((x - at) / width) ** 2)) * np.cos(5.0 * (x - at) / width), cuts
    )


def _sech(s: np.ndarray) -> np.ndarray:
    """1/cosh, which does not overflow."""
    return 2.0 * np.exp(-np.abs(s)) / (1.0 + np.exp(-2.0 * np.abs(s)))


def _quintic(s: np.ndarray) -> np.ndarray:
    """From 0 at 0 to 1 at 1, with two derivatives zero at both."""
    x = np.clip(s, 0.0, 1.0)
    return x**3 * (10.0 - 15.0 * x + 6.0 * x**2)


def cornered(rng: np.random.Generator, at: float, width: float, size: float, end: float) -> Pulse:
    """A pulse with corners or jumps: tables, samples, pieces, branches of time."""
    t = lw.t
    kind = str(rng.choice(["table", "spline", "where", "maximum", "sign", "pieces", "clip", "steps"]))
    knots = np.array([at - width, at, at + width])
    if kind == "table":
        inner = np.sort(rng.uniform(at - width, at + width, 5))
        x, y = np.concatenate([[0.0], [at - width], inner, [at + width], [end]]), np.zeros(9)
        y[2:7] = size * rng.uniform(0.2, 1.0, 5)
        return Pulse(kind, lw.Table(x, y), lambda s: np.interp(s, x, y), x)
    if kind == "spline":
        x = np.concatenate(
            [np.linspace(0.0, at - width, 4), at + width * np.array([-0.5, 0.0, 0.5]), np.linspace(at + width, end, 4)]
        )
        y = np.zeros(11)
        y[4:7] = size * rng.uniform(0.2, 1.0, 3)
        return Pulse(kind, lw.Spline(x, y), CubicSpline(x, y, bc_type="natural"), x)
    if kind == "where":
        given = lw.where((t > at) & (t < at + width), size, 0.0)
        return Pulse(kind, given, lambda s: size * ((s > at) & (s < at + width)), knots)
    if kind == "maximum":
        given = size * lw.maximum(0.0, 1.0 - abs(t - at) / width)
        return Pulse(kind, given, lambda s: size * np.maximum(0.0, 1.0 - np.abs(s - at) / width), knots)
    if kind == "sign":
        given = 0.5 * size * (lw.sign(t - at) - lw.sign(t - at - width))
        return Pulse(kind, given, lambda s: 0.5 * size * (np.sign(s - at) - np.sign(s - at - width)), knots)
    if kind == "pieces":
        given = lw.Piecewise([at, at + width], [0.0, lw.Sine(size, omega=1.0), 0.0])
        return Pulse(kind, given, lambda s: size * np.sin(s) * ((s >= at) & (s < at + width)), knots)
    if kind == "clip":
        rise = 1e-2 * width
        given = size * (lw.clip((t - at) / rise, 0.0, 1.0) - lw.clip((t - at - width) / rise, 0.0, 1.0))
        cuts = np.array([at, at + rise, at + width, at + width + rise])
        plain = lambda s: size * (np.clip((s - at) / rise, 0, 1) - np.clip((s - at - width) / rise, 0, 1))  # noqa: E731
        return Pulse(kind, given, plain, cuts)
    up, down = lw.SmoothStep(at, at + width, 0.0, size), lw.SmoothStep(at + width, at + 2.0 * width, 0.0, size)
    given = up.value(t) - down.value(t)
    plain = lambda s: size * (_quintic((s - at) / width) - _quintic((s - at - width) / width))  # noqa: E731
    return Pulse(kind, given, plain, at + width * np.arange(3.0))


def draw(rng: np.random.Generator, end: float) -> Pulse:
    """A pulse of 1e-4 to 3e-2 of the run, somewhere in it."""
    width = end * 10.0 ** rng.uniform(-4.0, -1.5)
    at, size = float(rng.uniform(0.05, 0.85) * end), float(10.0 ** rng.uniform(-1.0, 2.0))
    if rng.random() < 0.5:
        return smooth(rng, at, width, size)
    return cornered(rng, at, width, size, end)


def compiled(pulse: Pulse, coordinates: str, way: str, mass: float = 1.0) -> Any:
    """A block that a pulse pushes: as a load, in a law, by an input of an element, or as gravity."""
    gravity: Any = (0.0, 0.0, 0.0)
    if way == "gravity":
        gravity = lambda p, t: (pulse.signal.value(t) / mass, 0.0, 0.0)  # noqa: E731
    m = lw.Model("pushed", gravity=gravity)
    block = m.body("block", mass=mass)
    m.connect("slide", lw.Prismatic("x"), m.ground, block)
    if way == "load":
        m.connect("push", lw.AppliedForce((pulse.signal, 0.0, 0.0)), block)
    elif way == "law":
        law = lw.FunctionForce(lambda e, e_dot, t: pulse.signal.value(t), on=lw.Displacement("x"))
        m.connect("push", law, m.ground, block)
    elif way == "input":
        m.connect("push", Pushed(), m.ground, block, inputs={"push": pulse.signal})
    return lw.compile_model(m, coordinates)


class Pushed(lw.Active):
    """A force along x that an input gives."""

    measure = lw.Displacement("x")
    inputs = ("push",)

    def law(self, i: Any) -> Any:
        """The input."""
        return i.push


METHODS: dict[str, Sequence[tuple[str, float]]] = {
    "tree": (("auto", 1e-5), ("dopri5", 1e-5), ("dop853", 1e-5), ("radau", 1e-5), ("generalized_alpha", 1e-3)),
    "absolute": (("auto", 1e-3), ("radau", 1e-5), ("weak2", 1e-3)),
}
"""Adaptive methods, with the part of the impulse that they may be off at the tolerance of `off_by`."""


def off_by(pulse: Pulse, system: Any, method: str, end: float) -> tuple[float, Any]:
    """How far the end of a run is off, in parts of ∫|f| and of what that moves; and the run."""
    more = {"h": lw.Adaptive()} if method == "weak2" else {}
    run = lw.simulate(system, None, end, method=method, rtol=1e-6, atol=1e-9, **more)
    speed, place, size = pulse.moments(end)
    got = run["block.velocity"][-1, 0], run["block.position"][-1, 0]
    return max(abs(got[0] - speed) / size, abs(got[1] - place) / (size * end)), run
