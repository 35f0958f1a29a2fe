"""Ends and orders: every method converges with its order to one end, on every model, in both formulations.

The end is known from elsewhere: a closed form, textbook equations integrated by SciPy, or, where loops close, a tight
run of the other formulation by another method. Errors at three lengths of steps must fall as the order of the method
says. What is refused is listed and must be refused, so that the list shrinks where a method learns to do it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.linalg import expm

import linkwork as lw
from linkwork.analyses.methods.registry import METHODS, method_of
from tests.absolute_models import carried
from tests.implicit_tables import IMPLICIT

pytestmark = pytest.mark.filterwarnings("ignore::linkwork.VerdictWarning")

G = 9.81
FREE = {"rtol": 1e6, "atol": 1e6}
"""No error control: steps are as long as they may be."""
FEWEST = {1: 32, 2: 20, 3: 14, 4: 10, 5: 8, 6: 5, 8: 4}
"""Steps of the coarsest run by the order of the method; the others have twice and four times as many."""
SLACK = 0.45
"""By how much a measured order may fall short."""
SLACK_OF_CONTROL = 1.3
"""The same where errors are controlled: steps differ in length, and the first ones are short."""
FAINT = 1e-7
"""Controlled steps with smaller errors at the loosest tolerance are short for other reasons than accuracy."""
ROUNDING = 1e-10
"""Errors below this, relative to the size of the end, say nothing about the order."""
EXPLICIT = ("dopri5", "dop853", "rk4", "symplectic", "moreau")
TOLERANCES = (1e-5, 1e-7, 1e-9)
BY_TOLERANCE = ("auto", "bdf", "radau")
"""Their iterations stop at the tolerance, so that it cannot be left out."""
CHANNELS = ("position", "velocity", "angular_velocity")
ELEMENTS = tuple(name for name in METHODS if name.startswith(("weak", "mixed", "three")))
ASKED: dict[str, Any] = {
    **METHODS,
    **{f"generalized_alpha({rho})": lw.GeneralizedAlpha(rho) for rho in (0.0, 1.0)},
    **{table.name: method_of(table, "tree") for table in IMPLICIT},
}
"""All methods, both ends of what damping may be chosen, and implicit tables of one's own."""
OWN = IMPLICIT[0].name


@dataclass(frozen=True)
class Case:
    """A model, its start on a tree, how long it runs, and where it ends, in the order of `CHANNELS`."""

    model: Callable[[], lw.Model]
    start: Callable[[Any], lw.State]
    t: float
    end: Callable[[], np.ndarray] | None = None
    """None where the other formulation tells."""
    is_stiff: bool = False
    """Whether steps must not be explicit in the damper."""
    is_separable: bool = False
    """Whether M u̇ = h(q, t) with constant M: what symplectic steps need."""
    is_free: bool = False
    """Whether bodies are free, as leapfrog steps need them."""
    elements: str = ""
    """Why elements in time are refused on a tree."""


def solved(rates: Callable[[float, np.ndarray], Any], y: Any, t: float) -> np.ndarray:
    """y at t by SciPy."""
    return solve_ivp(rates, (0.0, t), np.asarray(y, dtype=float), method="DOP853", rtol=1e-13, atol=1e-14).y[:, -1]


def cross(w: Any) -> np.ndarray:
    return np.array([[0, -w[2], w[1]], [w[2], 0, -w[0]], [-w[1], w[0], 0]])


INERTIA = np.array([0.1, 0.2, 0.25])
ARM = np.array([0.1, -0.05, 0.02])
SPIN = np.array([1.0, 6.0, -2.0])


def flying() -> lw.Model:
    m = lw.Model("flying", gravity=(0, 0, -G))
    m.body("box", mass=2.0, com=tuple(ARM), inertia=tuple(INERTIA))
    return m


def flying_start(system: Any) -> lw.State:
    moves = dict(zip(("w_x", "w_y", "w_z", "v_x", "v_y", "v_z"), (*SPIN, 1.0, 2.0, 3.0), strict=True))
    return system.state({f"box (free).{name}": value for name, value in moves.items()})


def flying_end(t: float = 0.5) -> np.ndarray:
    """Euler's equations about the centre of mass, which falls."""

    def rates(_: float, y: np.ndarray) -> np.ndarray:
        R, w = y[:9].reshape(3, 3), y[9:]
        return np.concatenate([(R @ cross(w)).ravel(), np.cross(INERTIA * w, w) / INERTIA])

    y = solved(rates, [*np.eye(3).ravel(), *SPIN], t)
    R, w = y[:9].reshape(3, 3), y[9:]
    v = np.array([1.0, 2.0, 3.0]) + np.cross(SPIN, ARM)
    fall = np.array([0, 0, -G])
    centre, speed = ARM + v * t + 0.5 * fall * t * t, v + fall * t
    return np.concatenate([centre - R @ ARM, speed - R @ np.cross(w, ARM), R @ w])


def top() -> lw.Model:
    m = lw.Model("top", gravity=(0, 0, -G))
    body = m.body("top", mass=1.0, inertia=(0.02, 0.02, 0.005))
    m.connect("tip", lw.Spherical(), m.ground, body.at(0, 0, -0.4))
    return m


def top_start(system: Any) -> lw.State:
    return system.state({"tip.w_x": 1.0, "tip.w_y": 2.0, "tip.w_z": 12.0})


def top_end(t: float = 0.4) -> np.ndarray:
    """Euler's equations about the point that rests."""
    arm, J = np.array([0, 0, 0.4]), np.array([0.02 + 0.16, 0.02 + 0.16, 0.005])

    def rates(_: float, y: np.ndarray) -> np.ndarray:
        R, w = y[:9].reshape(3, 3), y[9:]
        moment = np.cross(arm, R.T @ np.array([0, 0, -G]))
        return np.concatenate([(R @ cross(w)).ravel(), (moment + np.cross(J * w, w)) / J])

    y = solved(rates, [*np.eye(3).ravel(), 1.0, 2.0, 12.0], t)
    R, w = y[:9].reshape(3, 3), y[9:]
    return np.concatenate([R @ arm, R @ np.cross(w, arm), R @ w])


def double_pendulum() -> lw.Model:
    m = lw.Model("double pendulum", gravity=(0, 0, -G))
    upper = m.body("upper", mass=1.0, com=(0.5, 0, 0), inertia=(0.01, 0.08, 0.08))
    lower = m.body("lower", mass=0.5, com=(0.3, 0, 0), inertia=(0.01, 0.02, 0.02))
    m.connect("A", lw.Revolute("y"), m.ground, upper)
    m.connect("B", lw.Revolute("y"), upper.at(1.0, 0, 0), lower)
    return m


def double_pendulum_end(t: float = 0.5) -> np.ndarray:
    """Lagrange's equations in the angles a, b of the rods below the horizontal."""

    def rates(_: float, y: np.ndarray) -> np.ndarray:
        a, b, u, v = y
        coupled, lag = 0.15 * np.cos(a - b), 0.15 * np.sin(a - b)
        M = np.array([[0.25 + 0.08 + 0.5, coupled], [coupled, 0.5 * 0.09 + 0.02]])
        Q = [G * np.cos(a) * (0.5 + 0.5) - lag * v * v, G * np.cos(b) * 0.15 + lag * u * u]
        return np.array([u, v, *np.linalg.solve(M, Q)])

    a, _, u, v = solved(rates, [0.3, 1.3, 0.0, 0.0], t)
    pin = [np.cos(a), 0, -np.sin(a)]
    return np.array([0, 0, 0, *pin, 0, 0, 0, -np.sin(a) * u, 0, -np.cos(a) * u, 0, u, 0, 0, v, 0])


def four_bar() -> lw.Model:
    m = lw.Model("four-bar", gravity=(0, 0, -G))
    crank, coupler, rocker = (
        m.body(n, lw.Rod(length=x, mass=1.0)) for n, x in (("crank", 0.3), ("coupler", 0.9), ("rocker", 0.7))
    )
    m.connect("A", lw.Revolute("y"), m.ground, crank)
    m.connect("B", lw.Revolute("y"), crank.at(0.3, 0, 0), coupler)
    m.connect("C", lw.Revolute("y"), coupler.at(0.9, 0, 0), rocker)
    m.connect("D", lw.Revolute("y"), rocker.at(0.7, 0, 0), m.ground.at(0.8, 0, 0))
    return m


def four_bar_start(system: Any) -> lw.State:
    return lw.assemble(system, {"A.angle": 0.7}, guess={"B.angle": -0.5}, velocities={"A.angle_dot": 2.0})


def balls() -> lw.Model:
    """Two rods on ball joints, with a spring between their ends and the ground."""
    m = lw.Model("rods on balls", gravity=(0, 0, -G))
    one = m.body("one", mass=1.0, com=(0.5, 0, 0), inertia=(0.02, 0.08, 0.09))
    two = m.body("two", mass=0.7, com=(0.4, 0.05, 0), inertia=(0.02, 0.05, 0.06))
    m.connect("A", lw.Spherical(), m.ground, one)
    m.connect("B", lw.Spherical(), one.at(1.0, 0, 0), two)
    m.connect("s", lw.Spring(stiffness=20.0, length=0.6), m.ground.at(1.0, 0.4, 0.5), two.at(0.8, 0, 0))
    return m


RADIUS, LEAN, TURNING = 0.1, -0.3, 2.0


def coin() -> lw.Model:
    m = lw.Model("rolling coin", gravity=(0, 0, -G))
    body = m.body("coin", mass=0.2, inertia=tuple(0.2 * RADIUS**2 * np.array([0.25, 0.5, 0.25])))
    m.connect("rolling", lw.LeaningWheel(radius=RADIUS), m.ground, body)
    return m


def rolling_speed() -> float:
    """For which lean and turning stay, from moments about the heading."""
    s, c = np.sin(LEAN), np.cos(LEAN)
    spin = (TURNING**2 * c * s * RADIUS**2 / 4 - G * RADIUS * s) / (1.5 * RADIUS**2 * TURNING * c)
    return spin - TURNING * s


def coin_start(system: Any) -> lw.State:
    speeds = {"rolling.heading_dot": TURNING, "rolling.roll_dot": rolling_speed()}
    return system.state({"rolling.lean": LEAN, **speeds})


def coin_end(t: float = 0.5) -> np.ndarray:
    """The point of contact goes round a circle; the centre leans to its side."""
    angle, circle = TURNING * t, RADIUS * rolling_speed() / TURNING
    ahead, aside = np.array([np.cos(angle), np.sin(angle), 0]), np.array([-np.sin(angle), np.cos(angle), 0])
    inward = -RADIUS * np.sin(LEAN)
    middle = np.array([0.0, circle, 0.0])
    place = middle + (inward - circle) * aside + [0, 0, RADIUS * np.cos(LEAN)]
    axle = np.cos(LEAN) * aside + np.sin(LEAN) * np.array([0, 0, 1.0])
    return np.concatenate([place, -(inward - circle) * TURNING * ahead, rolling_speed() * axle + [0, 0, TURNING]])


SLEDGE, AHEAD = 0.15, 0.25


def sleigh() -> lw.Model:
    m = lw.Model("sleigh", gravity=(0, 0, 0))
    body = m.body("sleigh", mass=2.0, com=(AHEAD, 0, 0), inertia=(0.1, 0.1, SLEDGE))
    m.connect("ice", lw.Planar("z"), m.ground, body)
    m.connect("blade", lw.KnifeEdge("y"), m.ground, body)
    return m


def sleigh_end(t: float = 0.5) -> np.ndarray:
    """Chaplygin: v̇ = a ω², (J + m a²) ω̇ = −m a v ω, with v along the blade."""

    def rates(_: float, y: np.ndarray) -> np.ndarray:
        _, _, angle, v, w = y
        turn = -2.0 * AHEAD * v * w / (SLEDGE + 2.0 * AHEAD**2)
        return np.array([v * np.cos(angle), v * np.sin(angle), w, AHEAD * w * w, turn])

    x, y, angle, v, w = solved(rates, [0, 0, 0, 0.1, 4.0], t)
    return np.array([x, y, 0, v * np.cos(angle), v * np.sin(angle), 0, 0, 0, w])


def slider(law: Any, name: str, **options: Any) -> lw.Model:
    m = lw.Model(name, gravity=(0, 0, 0))
    body = m.body("slider", mass=1.0, inertia=(1, 1, 1))
    m.connect("rail", lw.Prismatic("x"), m.ground, body)
    m.connect("law", law, m.ground, body, **options)
    return m


SLOW = (-1000.0 + np.sqrt(1e6 - 4e4)) / 2.0


class StrongDamper(lw.Force):
    measure = lw.Displacement("x")

    def law(self, e: Any, e_dot: Any) -> Any:
        return -1e4 * e - 1e3 * e_dot


def stiff() -> lw.Model:
    """λ = −10.1 and −990; it starts on the slow solution."""
    return slider(StrongDamper(), "stiff")


def stiff_start(system: Any) -> lw.State:
    return system.state({"rail.displacement": 1.0, "rail.displacement_dot": SLOW})


def stiff_end(t: float = 0.1) -> np.ndarray:
    x = np.exp(SLOW * t)
    return np.array([x, 0, 0, SLOW * x, 0, 0, 0, 0, 0])


class Lag(lw.Force):
    """A spring whose length follows: a state."""

    measure = lw.Displacement("x")
    states = ("set",)

    def law(self, e: Any, z: Any) -> Any:
        return -40.0 * (e - z.set)

    def state_dot(self, e: Any, z: Any) -> Any:
        return 2.0 * (e - z.set)


def lagging_end(t: float = 0.5) -> np.ndarray:
    x, v, _ = expm(t * np.array([[0, 1, 0], [-40, 0, 40], [2, 0, -2]])) @ [0.3, 0.0, 0.0]
    return np.array([x, 0, 0, v, 0, 0, 0, 0, 0])


SHAKE, OMEGA = 0.2, 5.0


def driven() -> lw.Model:
    m = lw.Model("driven pendulum", gravity=(0, 0, -G))
    cart = m.body("cart", mass=1.0, inertia=(1, 1, 1))
    rod = m.body("rod", mass=1.0, com=(0.5, 0, 0), inertia=(0.01, 0.08, 0.08))
    drive = {"displacement": lw.Sine(SHAKE, omega=OMEGA)}
    m.connect("rail", lw.Prismatic("x"), m.ground, cart, drive=drive)
    m.connect("pin", lw.Revolute("y"), cart, rod)
    return m


def driven_end(t: float = 0.5) -> np.ndarray:
    """(m a² + J) φ̈ = m g a cos φ + m a ẍ sin φ."""

    def rates(s: float, y: np.ndarray) -> list[float]:
        pushed = -SHAKE * OMEGA**2 * np.sin(OMEGA * s)
        return [y[1], (0.5 * G * np.cos(y[0]) + 0.5 * pushed * np.sin(y[0])) / (0.25 + 0.08)]

    _, u = solved(rates, [0.4, 0.0], t)
    x, v = SHAKE * np.sin(OMEGA * t), SHAKE * OMEGA * np.cos(OMEGA * t)
    return np.array([x, 0, 0, x, 0, 0, v, 0, 0, v, 0, 0, 0, 0, 0, 0, u, 0])


def hung() -> lw.Model:
    m = lw.Model("ball on a spring", gravity=(0, 0, -G))
    ball = m.body("ball", mass=1.0, inertia=(0.01, 0.01, 0.01))
    m.connect("T", lw.Translation(), m.ground, ball)
    m.connect("spring", lw.Spring(stiffness=30.0, length=0.5), m.ground.at(0, 0, 1), ball)
    return m


def hung_end(t: float = 0.5) -> np.ndarray:
    def rates(_: float, y: np.ndarray) -> np.ndarray:
        r = y[:3] - [0, 0, 1]
        length = np.linalg.norm(r)
        return np.array([*y[3:], *(-30.0 * (length - 0.5) * r / length + [0, 0, -G])])

    return np.concatenate([solved(rates, [0.3, 0.2, 0, 0, 0, 0], t), np.zeros(3)])


def thrown() -> lw.Model:
    """A ball over a floor, which it does not reach."""
    m = lw.Model("thrown ball", gravity=(0, 0, -G))
    ball = m.body("ball", lw.Sphere(0.1, mass=1.0))
    m.connect("floor", lw.UnilateralContact(restitution=0.5, friction=0.3), m.ground.plane("z"), ball.surface())
    return m


def thrown_start(system: Any) -> lw.State:
    moves = {"z": 5.0, "v_x": 1.0, "w_y": 7.0, "w_x": 3.0}
    return system.state({f"ball (free).{name}": value for name, value in moves.items()})


def thrown_end(t: float = 0.5) -> np.ndarray:
    return np.array([t, 0, 5.0 - 0.5 * G * t * t, 1.0, 0, -G * t, 3.0, 7.0, 0.0])


CASES: dict[str, Case] = {
    "flying": Case(flying, flying_start, 0.5, flying_end, is_free=True),
    "double pendulum": Case(
        double_pendulum, lambda s: s.state({"A.angle": 0.3, "B.angle": 1.0}), 0.5, double_pendulum_end
    ),
    "four-bar": Case(four_bar, four_bar_start, 0.4),
    "rods on balls": Case(balls, lambda s: s.state({"A.w_z": 2.0, "B.w_y": 3.0, "B.w_x": 1.0}), 0.4),
    "coin": Case(coin, coin_start, 0.5, coin_end, elements="neither rates of its coordinates"),
    "sleigh": Case(
        sleigh,
        lambda s: lw.assemble(s, velocities={"ice.angle_dot": 4.0, "ice.x_dot": 0.1}),
        0.5,
        sleigh_end,
    ),
    "stiff": Case(stiff, stiff_start, 0.1, stiff_end, is_stiff=True),
    "lag": Case(
        lambda: slider(Lag(), "lag"),
        lambda s: s.state({"rail.displacement": 0.3}),
        0.5,
        lagging_end,
        elements="is not mechanical",
    ),
    "driven": Case(driven, lambda s: s.state({"pin.angle": 0.4}), 0.5, driven_end, elements="is prescribed"),
    "hung": Case(
        hung, lambda s: s.state(dict(zip(s.layout.q, (0.3, 0.2, 0.0), strict=True))), 0.5, hung_end, is_separable=True
    ),
    "thrown": Case(thrown, thrown_start, 0.5, thrown_end, is_free=True, elements="friction of contacts"),
    "top": Case(top, top_start, 0.4, top_end),
}


@cache
def systems(name: str) -> dict[str, tuple[Any, lw.State]]:
    """The model in both formulations, at one start."""
    case = CASES[name]
    tree, absolute = (lw.compile_model(case.model(), kind) for kind in ("tree", "absolute"))
    state = case.start(tree)
    return {"tree": (tree, state), "absolute": (absolute, carried(tree, absolute, state))}


def reached(name: str, formulation: str, **options: Any) -> tuple[np.ndarray, int]:
    """Channels of all bodies at the end of a run, and its steps."""
    system, state = systems(name)[formulation]
    run = lw.simulate(system, state, CASES[name].t, **options)
    assert run.certificate.status == "done", run.status
    found, bodies = system.channels(run.final), list(system.model.bodies)
    return np.concatenate([found[f"{body}.{what}"] for what in CHANNELS for body in bodies]), run.certificate.steps


@cache
def exact(name: str, formulation: str) -> np.ndarray:
    """Where the motion ends, by a way that shares nothing with the formulation asked about."""
    end = CASES[name].end
    if end is not None:
        return end()
    if formulation == "absolute":
        return reached(name, "tree", method="dop853", rtol=1e-12, atol=1e-13)[0]
    return reached(name, "absolute", method="weak3", h=CASES[name].t / 100)[0]


def errors(name: str, formulation: str, method: str, options: Iterable[dict[str, Any]]) -> np.ndarray:
    """(steps, error relative to the size of the end) of runs."""
    end = exact(name, formulation)
    runs = [reached(name, formulation, method=ASKED[method], **more) for more in options]
    return np.array([(steps, np.abs(got - end).max() / np.abs(end).max()) for got, steps in runs])


def lengths(name: str, formulation: str, method: str) -> Iterator[dict[str, Any]]:
    """Options of three runs, from coarse to fine."""
    fewest = FEWEST[ASKED[method].order] * FINER.get((name, formulation, method), 1)
    for k in (1, 2, 4):
        h = CASES[name].t / (fewest * k)
        yield {"h": lw.Adaptive(h), **FREE} if ASKED[method].steps == "adaptive" else {"h": h}


def refusal(name: str, formulation: str, method: str) -> str:
    """What a refusal says where there has to be one."""
    case = CASES[name]
    if method == "symplectic" and not case.is_separable:
        return "needs M u̇ = h"
    if method == "leapfrog" and not case.is_free:
        return "is for free bodies"
    return case.elements if formulation == "tree" and method in ELEMENTS else ""


FINER = {("driven", "absolute", "nonsmooth_alpha"): 4, ("driven", "absolute", "gauss6"): 2}
"""By how much more steps are needed where errors of the coarsest runs change their sign: e = 1.0 h² − 50 h³; and where
order 6 is not reached before errors are rounding: 5.5, then 5.8."""
QUICK = {
    "tree": ("dop853", "rk4", "radau", "generalized_alpha", "symplectic", "moreau", "nonsmooth_alpha", "weak2", OWN),
    "absolute": ("radau", "generalized_alpha", "leapfrog", "weak2", OWN),
}
"""Methods by which all models run in `make test`."""
THOROUGH = ("flying",)
"""Models that run by every method there, but for some elements in time. All else is slow."""


def combinations() -> Iterator[Any]:
    for name, case in CASES.items():
        for method, found in ASKED.items():
            for formulation in found.formulations:
                if case.is_stiff and method in EXPLICIT:
                    continue
                is_quick = method in QUICK[formulation] or (name in THOROUGH and method not in ELEMENTS)
                marks = [] if is_quick else [pytest.mark.slow]
                yield pytest.param(name, formulation, method, marks=marks, id=f"{name}-{formulation}-{method}")


@pytest.mark.parametrize(("name", "formulation", "method"), list(combinations()))
def test_runs_converge_with_their_order_to_the_end(name: str, formulation: str, method: str) -> None:
    if method == "bdf":
        pytest.importorskip("sksundae")
    if sentence := refusal(name, formulation, method):
        with pytest.raises(lw.ModelError, match=sentence):
            reached(name, formulation, method=method, h=CASES[name].t / 10)
        return
    by_tolerance = method in BY_TOLERANCE
    options = [{"rtol": x, "atol": x} for x in TOLERANCES] if by_tolerance else lengths(name, formulation, method)
    steps, off = errors(name, formulation, method, options).T
    if by_tolerance:
        assert (off < 1e3 * np.array(TOLERANCES)).all(), off
    usable = np.concatenate([[True], off[1:] > ROUNDING])
    if method in ("auto", "bdf") or usable.sum() == 1 or (by_tolerance and off[0] < FAINT):
        assert off[-1] < 1e-6, off
        return
    x, y = np.log(steps[usable]), np.log(off[usable])
    finest, mean = -(y[-1] - y[-2]) / (x[-1] - x[-2]), -(y[-1] - y[0]) / (x[-1] - x[0])
    slack = SLACK_OF_CONTROL if by_tolerance else SLACK
    # Moreau's rule is of second order where there are no impacts, but for states of elements.
    order = 2 if method == "moreau" and name != "lag" else ASKED[method].order
    assert max(finest, mean) > order - slack, (off, finest, mean)


def test_exceptions_name_what_there_is() -> None:
    known = {(name, kind, method) for name in CASES for method, m in ASKED.items() for kind in m.formulations}
    assert set(FINER) <= known
    assert all(method in ASKED for methods in QUICK.values() for method in methods)
