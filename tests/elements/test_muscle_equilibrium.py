"""Muscles with tendon, undamped and damped, against the papers' equations coded here and solved by SciPy."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.interpolate import make_interp_spline
from scipy.optimize import brentq

import linkwork as lw
from linkwork.elements.actuators import millard_curves as millard

from .acting import acting, moving

FORCE, FIBRE, SLACK, ALPHA = 800.0, 0.09, 0.21, 0.3


def bezier(knots, parts):
    """y(x) of quintic Bézier pieces with doubled inner control points, by a root of x(u); straight beyond the ends."""
    pieces = []
    for (x0, y0, s0), (x1, y1, s1), part in zip(knots[:-1], knots[1:], parts, strict=True):
        c = 0.1 + 0.8 * part
        xm = (y1 - y0 - x1 * s1 + x0 * s0) / (s0 - s1)
        ym = y1 + (xm - x1) * s1
        near, far = (x0 + c * (xm - x0), y0 + c * (ym - y0)), (x1 + c * (xm - x1), y1 + c * (ym - y1))
        pieces.append(np.array([(x0, y0), near, near, far, far, (x1, y1)]))

    def point(piece, u):
        weights = [math.comb(5, k) * u**k * (1 - u) ** (5 - k) for k in range(6)]
        return np.array(weights) @ piece

    def value(x):
        for (x0, y0, s), side in ((knots[0], -1), (knots[-1], 1)):
            if side * (x - x0) >= 0:
                return y0 + s * (x - x0)
        piece = next(p for p in pieces if x <= p[-1][0])
        return point(piece, brentq(lambda u: point(piece, u)[0] - x, 0.0, 1.0, xtol=1e-15))[1]

    return value


def millard_active(least):
    y1 = 1 - 0.8616 * (0.95 - 0.73)
    knots = [
        *((0.4441, least, 0.0), ((0.4441 + 0.73) / 2, y1 / 2, 1.25 * y1 / (0.73 - 0.4441))),
        *(((0.73 + 0.95) / 2, (1 + y1) / 2, 0.8616), (1.0, 1.0, 0.0)),
        *((1.05 + (1.8123 - 1.05) / 2, 0.5, -1 / (1.8123 - 0.05 - 1.05)), (1.8123, least, 0.0)),
    ]
    return bezier(knots, [1.0] * 5)


def millard_velocity(end):
    low, high = 0.05 * (0.25 + end), 1.4 - 0.05 * (0.15 + end)
    knots = [(-1.0, 0.0, end), (-0.9, low, 0.25), (0.0, 1.0, 5.0), (0.9, high, 0.15), (1.0, 1.4, end)]
    return bezier(knots, [0.6, 0.6, 0.9, 0.9])


def millard_passive():
    width = 0.1 * 0.7 / 2
    return bezier([(1.0, 0.0, 0.0), (1 + width, 0.2 * width / 2, 0.2), (1.7, 1.0, 2 / 0.7)], [0.75] * 2)


def millard_tendon(strain):
    k = 1.375 / strain
    toe = 1 + strain + (2 / 3 - 1) / k
    foot, mid = 1 + (toe - 1) / 10, 1 + strain + (1 / 3 - 1) / k
    slope = (1 / 3) / (mid - foot)
    at = foot + (mid - foot) / 2
    return bezier([(1.0, 0.0, 0.0), (at, slope * (at - foot), slope), (toe, 2 / 3, k)], [0.5] * 2)


def degroote_velocity(v):
    return -0.3211346127989808 * math.asinh(-8.149 * v - 0.374) + 0.8825327733249912


def degroote_active(x):
    rows = [(0.8150671134243542, 1.055033428970575, 0.162384573599574, 0.063303448465465)]
    rows += [(0.433004984392647, 0.716775413397760, -0.029947116970696, 0.200356847296188)]
    rows += [(0.1, 1.0, 0.353553390593274, 0.0)]
    return sum(b * math.exp(-0.5 * ((x - c) / (w + g * x)) ** 2) for b, c, w, g in rows)


def degroote_passive(x):
    begin = math.exp(4 * (0.2 - 1) / 0.6)
    return (math.exp(4 * (x - 1) / 0.6) - begin) / (math.exp(4) - begin)


def thelen_velocity(v, a):
    w = v / (0.25 + 0.75 * a)
    k = (2 + 2 / 0.25) / (1.4 - 1)
    return max(0.0, (1 + w) / (1 - w / 0.25)) if w < 0 else (1 + k * w * 1.4) / (1 + k * w)


def thelen_tendon(x):
    e, toe = x - 1, 0.609 * 0.04
    if e <= toe:
        return max(0.0, 0.33 * (math.exp(3 * e / toe) - 1) / (math.exp(3) - 1))
    return 0.33 + 1.712 / 0.04 * (e - toe)


MILLARD_VELOCITY = millard_velocity(0.0)
# f_l, f_v(v, a), f_p, f_t of each paper.
PAPERS = {
    "Millard2012": (
        millard_active(0.0),
        lambda v, a: MILLARD_VELOCITY(v),
        millard_passive(),
        millard_tendon(0.049),
    ),
    "Thelen2003": (
        lambda x: math.exp(-((x - 1) ** 2) / 0.45),
        thelen_velocity,
        lambda x: max(0.0, (math.exp(5 * (x - 1) / 0.6) - 1) / (math.exp(5) - 1)),
        thelen_tendon,
    ),
    "DeGroote2016": (
        degroote_active,
        lambda v, a: max(0.0, degroote_velocity(v)),
        degroote_passive,
        lambda x: max(0.0, 0.2 * (math.exp(math.log(6) / 0.049 * (x - 1)) - 1)),
    ),
}


def quick(curves):
    """The same; those of Millard as splines through 1200 of their points, for many evaluations."""
    if curves != "Millard2012":
        return PAPERS[curves]
    active, _, passive, pull = PAPERS[curves]
    ends = ((active, 0.5, 1.7), (MILLARD_VELOCITY, -0.9, 0.9), (passive, 1.0, 1.7), (pull, 1.0, 1.04))
    found = [make_interp_spline(x := np.linspace(a, b, 1200), [f(y) for y in x], k=5) for f, a, b in ends]
    splines = [
        lambda x, s=s, a=a, b=b, f=f: float(s(x)) if a < x < b else f(x)
        for s, (f, a, b) in zip(found, ends, strict=True)
    ]
    return splines[0], lambda v, a: splines[1](v), splines[2], splines[3]


# Printed by OpenSim 4.6: calcValue of the curves of a Millard2012EquilibriumMuscle.
OPENSIM = [
    (millard.active_table(0.1), ((0.6, 0.45110187832558196), (0.85, 0.9138396095922523), (1.5, 0.4033687054999136))),
    (millard.velocity_table(0.0), ((-0.7, 0.06651872702326071), (-0.2, 0.4518981699924525), (0.2, 1.269465061969111))),
    (millard.velocity_table(0.1), ((-0.7, 0.07147339078357097), (-0.2, 0.4545417129282749), (0.2, 1.264934106490771))),
    (millard.passive_table(), ((1.1, 0.01704483509737836), (1.3, 0.12611118348262854), (1.5, 0.4602615047912092))),
    (
        lambda x: millard.millard_tendon_force(x, 0.049),
        ((1.01, 0.09967827012198324), (1.025, 0.3657615177957237), (1.04, 0.747448979591838)),
    ),
]


def test_millard_curves_are_the_published_ones():
    """Values of OpenSim 4.6 at three places each, and the equations coded here everywhere."""
    for own, theirs, points in (
        (millard.active_table(0.1), millard_active(0.1), np.linspace(0.35, 1.95, 81)),
        (millard.active_table(0.0), millard_active(0.0), np.linspace(0.35, 1.95, 81)),
        (millard.velocity_table(0.0), millard_velocity(0.0), np.linspace(-1.3, 1.3, 105)),
        (millard.velocity_table(0.1), millard_velocity(0.1), np.linspace(-1.3, 1.3, 105)),
        (millard.passive_table(), millard_passive(), np.linspace(0.9, 1.9, 81)),
        (lambda x: millard.millard_tendon_force(x, 0.049), millard_tendon(0.049), np.linspace(0.99, 1.08, 81)),
    ):
        np.testing.assert_allclose([own(x) for x in points], [theirs(x) for x in points], atol=2e-11)
    inverse, forward = millard.velocity_table(0.1, inverse=True), millard_velocity(0.1)
    for v in np.linspace(-1.2, 1.2, 49):
        assert inverse(forward(v)) == pytest.approx(v, abs=5e-11)
    for own, places in OPENSIM:
        for x, value in places:
            assert own(x) == pytest.approx(value, abs=2e-11)


@pytest.mark.seed("S0.5")
@pytest.mark.parametrize("curves", PAPERS)
@pytest.mark.parametrize("tendon", ["elastic", "rigid"])
def test_damped_fibres_are_in_equilibrium(curves, tendon):
    """[a f_l f_v(v) + f_p + β v] cos α = f_t, solved for v by SciPy; with a rigid tendon the tension at a given v."""
    active, velocity, passive, pull = PAPERS[curves]
    beta, thick = 0.1, FIBRE * math.sin(ALPHA)
    muscle = lw.Muscle(FORCE, FIBRE, SLACK, ALPHA, tendon, curves=curves, fibre_damping=beta)
    for a, x, whole in ((0.05, 0.8, 0.286), (0.6, 1.1, 0.31), (1.0, 0.95, 0.302), (0.3, 1.3, 0.325)):
        along = math.sqrt((x * FIBRE) ** 2 - thick**2)
        if tendon == "elastic":
            cosine = along / (x * FIBRE)
            carried = pull((whole - along) / SLACK) / cosine

            def left(v, a=a, x=x, carried=carried):
                return a * active(x) * velocity(v, a) + passive(x) + beta * v - carried

            v = brentq(left, -30.0, 30.0, xtol=1e-14)
            found = acting(muscle, moving((whole, 0, 0)), z=[a, x * FIBRE], inputs={"excitation": a}, s=[v])
            assert found.z_dot[1] == pytest.approx(v * 10 * FIBRE, rel=1e-12)
            assert abs(found.residual[0]) < 1e-10
            found.outputs = np.insert(found.outputs, 1, v)
            strain = (whole - along) / SLACK - 1.0
        else:
            rate, strain = -0.15, 0.0
            ends = moving((SLACK + along, 0, 0), v=(rate, 0, 0))
            found = acting(muscle, ends, z=[a], inputs={"excitation": a})
            cosine = along / (x * FIBRE)
            v = rate * cosine / (10 * FIBRE)
        forces = [a * active(x) * velocity(v, a), passive(x), beta * v]
        wanted = [FORCE * max(0.0, sum(forces)) * cosine, v, x, math.acos(cosine), *(FORCE * f for f in forces), strain]
        np.testing.assert_allclose(found.outputs, wanted, rtol=1e-8, atol=1e-6)


@pytest.mark.parametrize("a", [0.05, 0.7])
def test_undamped_millard_is_in_equilibrium(a):
    """With the curves that can be inverted: least active force and end slopes of 0.1."""
    active, velocity, thick = millard_active(0.1), millard_velocity(0.1), FIBRE * math.sin(ALPHA)
    muscle = lw.Muscle(FORCE, FIBRE, SLACK, ALPHA, curves="Millard2012", fibre_damping=0.0)
    for x, whole in ((0.8, 0.286), (1.1, 0.31), (1.3, 0.325)):
        along = math.sqrt((x * FIBRE) ** 2 - thick**2)
        carried = millard_tendon(0.049)((whole - along) / SLACK) * x * FIBRE / along - millard_passive()(x)
        v = brentq(lambda v, x=x, c=carried: a * active(x) * velocity(v) - c, -1e3, 1e3, xtol=1e-14)
        found = acting(muscle, moving((whole, 0, 0)), z=[a, x * FIBRE], inputs={"excitation": a})
        assert found.z_dot[1] == pytest.approx(v * 10 * FIBRE, rel=1e-8, abs=1e-9)


def test_damped_fibres_need_no_activation():
    """Where neither activation nor filaments that overlap carry anything, the balance is that of the damper."""
    muscle = lw.Muscle(FORCE, FIBRE, SLACK, curves="Millard2012", control="activation", least=1e-12)
    x, whole = 0.42, 0.042 + SLACK
    carried = millard_tendon(0.049)((whole - x * FIBRE) / SLACK)
    v = carried / 0.1
    found = acting(muscle, moving((whole, 0, 0)), z=[x * FIBRE], inputs={"activation": 0.0}, s=[v])
    assert abs(found.residual[0]) < 1e-10
    assert found.z_dot[0] == pytest.approx(v * 10 * FIBRE, rel=1e-12)


@pytest.mark.few(1)
@pytest.mark.seed("S0.5")
@pytest.mark.parametrize(("curves", "formulation"), [*((name, "tree") for name in PAPERS), ("Millard2012", "absolute")])
def test_a_mass_on_a_damped_muscle(curves, formulation):
    """A run of both formulations against the papers' equations, solved for the velocity and integrated by SciPy."""
    active, velocity, passive, pull = quick(curves)
    rise, fall = {"Millard2012": (0.01, 0.04), "Thelen2003": (0.015, 0.05), "DeGroote2016": (0.015, 0.06)}[curves]
    beta, mass, level, start = 0.1, 20.0, 0.5, 0.3
    m = lw.Model("mass on a muscle", gravity=(9.81, 0, 0))
    block = m.body("block", mass=mass)
    m.connect("slide", lw.Prismatic("x"), m.ground, block, initial={"displacement": start})
    muscle = lw.Muscle(FORCE, FIBRE, SLACK, curves=curves, fibre_damping=beta)
    first = {"activation": 0.1, "fibre_length": FIBRE * 0.95}
    m.connect("m", muscle, m.ground, block, inputs={"excitation": level}, initial=first)
    times = np.linspace(0.0, 0.3, 7)
    run = lw.simulate(lw.compile_model(m, formulation), None, times=times, rtol=1e-10, atol=1e-12)

    def rate(a):
        lag, up = 0.5 + 1.5 * a, level > a
        if curves == "DeGroote2016":
            blend = 0.5 * math.tanh(10 * (level - a))
            return ((0.5 + blend) / (rise * lag) + (0.5 - blend) * lag / fall) * (level - a)
        return (level - a) / (rise * lag if up else fall / lag)

    def rates(t, y):
        whole, speed, a, fibre = y
        x, tension = fibre / FIBRE, float(pull((whole - fibre) / SLACK))
        most, rest = a * float(active(x)), tension - float(passive(x))
        v = brentq(lambda v: most * velocity(v, a) + beta * v - rest, -50, 50, xtol=1e-13)
        return [speed, 9.81 - FORCE * tension / mass, rate(a), v * 10 * FIBRE]

    y0 = [start, 0.0, 0.1, 0.95 * FIBRE]
    found = solve_ivp(rates, (0.0, 0.3), y0, "LSODA", t_eval=times, rtol=1e-9, atol=1e-11).y
    np.testing.assert_allclose(run["slide.displacement"], found[0], atol=2e-8)
    np.testing.assert_allclose(run["m.fibre_length"], found[3], atol=2e-8)
    np.testing.assert_allclose(run["m.activation"], found[2], atol=1e-7)
