"""Whole motions shared among muscles, against SciPy; and why muscles cannot carry what they cannot."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from scipy.interpolate import make_interp_spline
from scipy.optimize import minimize

import linkwork as lw
from linkwork.analyses.muscles.contraction import StateHistory, muscles_of
from linkwork.analyses.muscles.required_forces import Skeleton
from linkwork.analyses.sampled_motion import instants_of
from linkwork.analyses.share import _Search
from linkwork.elements.actuators import muscle_curves as curves

FORMULATIONS = ["tree", "absolute"]
NAMES, REACH, FORCE = ("biceps", "brachialis", "triceps"), (0.05, 0.03, -0.04), (600.0, 900.0, 700.0)
FIBRE, SLACK, HIGH, MASS = 0.12, 0.15, 0.27, 2.5
RISE, FALL = 0.1, 0.4


def elbow(formulation="tree", mass=MASS, slack=SLACK, force=FORCE, **options):
    """A forearm with two muscles that bend it, and one that stretches it."""
    m = lw.Model("elbow")
    rod = m.body("forearm", lw.Rod(length=0.3, mass=mass))
    m.connect("elbow", lw.Revolute("-y"), m.ground, rod, initial={"angle": 0.3})
    for name, x, strength in zip(NAMES, REACH, force, strict=True):
        muscle = lw.Muscle(strength, FIBRE, slack, **{"tendon": "rigid", **options})
        m.connect(name, muscle, m.ground.at(0, 0, HIGH), rod.at(x, 0, 0), inputs={muscle.control: 0.1})
    return lw.compile_model(m, formulation)


T = np.linspace(0.0, 0.6, 13)
ANGLE = 0.7 - 0.2 * np.cos(2 * np.pi * T / 0.6)


@pytest.mark.few(1)
@pytest.mark.seed("S0.5", passage="§1.2, forces of redundant muscles")
@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_whole_motion_as_scipy_has_it(formulation):
    """Σ h a² under the equations of motion and bounds of the excitations of slow muscles, by SLSQP."""
    system = elbow(formulation, rise=RISE, fall=FALL)
    motion = {"t": T, "elbow.angle": ANGLE}
    found, alone = lw.share(system, motion, over="motion"), lw.share(system, motion)
    assert found.verdict.is_good
    h, spline = T[1], make_interp_spline(T, ANGLE, k=5)
    q, q_dot, q_ddot = (spline(T, d) for d in range(3))
    wanted = MASS * 0.3**2 / 3 * q_ddot + MASS * -system.model.gravity[2] * 0.15 * np.cos(q)
    length = [np.hypot(x * np.cos(q), HIGH - x * np.sin(q)) for x in REACH]
    lever = [x * np.cos(q) * HIGH / y for x, y in zip(REACH, length, strict=True)]

    def tension(k, a):
        x, v = (length[k] - SLACK) / FIBRE, -lever[k] * q_dot / (10 * FIBRE)
        active = curves.active_force(x) * np.array([float(curves.velocity_force(y)) for y in v])
        return FORCE[k] * (a * active + [float(curves.passive_force(y)) for y in x])

    def rate(a, u):
        blend, lag = 0.5 * np.tanh(10 * (u - a)), 0.5 + 1.5 * a
        return ((0.5 + blend) / (RISE * lag) + (0.5 - blend) * lag / FALL) * (u - a)

    first = rate(found.activations[:1], found.inputs[:1])

    def states(y):
        """How far rates are from those of the formula of second order, of first order at the second instant."""
        a, u = y.reshape(2, -1, 3)
        wanted = np.concatenate([first, (a[1:2] - a[:1]) / h, (1.5 * a[2:] - 2 * a[1:-1] + 0.5 * a[:-2]) / h])
        return (0.05 * (rate(a, u) - wanted)).ravel()

    def moments(y):
        return sum(lever[k] * tension(k, y.reshape(2, -1, 3)[0, :, k]) for k in range(3)) - wanted

    weights = np.ones(len(T))
    weights[[0, -1]] = 0.5
    rows = [{"type": "eq", "fun": moments}, {"type": "eq", "fun": states}]
    limits = [(None, None)] * alone.activations.size + [(0.01, 1.0)] * alone.inputs.size
    begin, options = np.concatenate([alone.activations.ravel(), alone.inputs.ravel()]), {"maxiter": 500, "ftol": 1e-14}
    best = minimize(
        lambda y: weights @ (y.reshape(2, -1, 3)[0] ** 2).sum(axis=1),
        begin,
        bounds=limits,
        constraints=rows,
        options=options,
    )
    assert best.success
    a, u = best.x.reshape(2, -1, 3)
    np.testing.assert_allclose(found.activations, a, atol=2e-6)
    np.testing.assert_allclose(found.inputs, u, atol=2e-5)
    total = [weights @ (one.activations**2).sum(axis=1) for one in (found, alone)]
    assert total[0] < (1.0 - 2e-4) * total[1]


@pytest.mark.few(1)
@pytest.mark.parametrize("options", [{"tendon": "elastic"}, {"tendon": "elastic", "fibre_damping": 0.1}])
def test_a_whole_motion_moves_as_it_should(options):
    """With elastic tendons, damped and not: a run driven by the excitations that were found has the motion."""
    t = np.linspace(0.0, 0.6, 25)
    motion = {"t": t, "elbow.angle": 0.5 - 0.1 * np.cos(2 * np.pi * t / 0.6)}
    system = elbow(mass=4.0, slack=0.155, **options)
    found, alone = lw.share(system, motion, over="motion"), lw.share(system, motion)
    assert found.verdict.is_good and np.abs(found.reserve).max() < 1e-6
    weights = np.ones(len(t))
    weights[[0, -1]] = 0.5
    assert weights @ found.costs <= weights @ alone.costs * (1 + 1e-9)


@pytest.mark.parametrize("options", [{}, {"fibre_damping": 0.1}])
def test_an_instant_as_one_problem_has_exact_derivatives(options):
    """Gradient, slopes of the equations and Hessian of φ − λᵀ·rows against differences."""
    search = _Search(skeleton_of(elbow(**{"tendon": "elastic"} | options)), "activation³")
    (instant,) = instants_of(search.skeleton.system, search.skeleton.first)
    z = search.muscles.start
    needed = search.skeleton.at(instant.state, instant.u_dot, z)
    problem = search._problem(instant, StateHistory(40.0, 0.99 * z), needed, 0.7)
    rng = np.random.default_rng(3)
    y = np.append(rng.uniform(0.2, 0.8, 3), rng.uniform(0.95, 1.05, len(z)))
    on = rng.normal(size=len(problem.rows(y)[0]))
    for k in range(len(y)):
        step = 1e-6 * (np.arange(len(y)) == k)
        ahead, back = y + step, y - step
        slope = (problem.cost(ahead)[0] - problem.cost(back)[0]) / 2e-6
        assert problem.cost(y)[1][k] == pytest.approx(slope, rel=1e-6, abs=1e-8)
        rows = (problem.rows(ahead)[0] - problem.rows(back)[0]) / 2e-6
        np.testing.assert_allclose(problem.rows(y)[1][:, k], rows, rtol=1e-5, atol=1e-7)
        pushes = [problem.cost(at)[1] - on @ problem.rows(at)[1] for at in (ahead, back)]
        np.testing.assert_allclose(problem.hessian(y, on)[k], (pushes[0] - pushes[1]) / 2e-6, rtol=1e-4, atol=1e-6)


def test_muscles_that_share_an_element_are_known_by_name():
    """The same element at two places: what was compiled for one choice is not taken for another."""
    m = lw.Model("twins")
    rod = m.body("forearm", lw.Rod(length=0.3, mass=1.5))
    m.connect("elbow", lw.Revolute("-y"), m.ground, rod, initial={"angle": 0.3})
    muscle = lw.Muscle(800.0, 0.12, 0.15, tendon="rigid", control="activation")
    for name, x in (("near", 0.03), ("far", 0.05)):
        m.connect(name, muscle, m.ground.at(0, 0, 0.27), rod.at(x, 0, 0), inputs={"activation": 0.01})
    system = lw.compile_model(m)
    near, far = (lw.share(system, system.rest, [name]) for name in ("near", "far"))
    assert (near.muscles, far.muscles) == (("near",), ("far",))
    assert near.tensions[0, 0] > 1.2 * far.tensions[0, 0]
    again = lw.share(system, system.rest, ["near"])
    np.testing.assert_array_equal(again.tensions, near.tensions)


def skeleton_of(system):
    muscles = muscles_of({name: system.model.connections[name].element for name in NAMES})
    return Skeleton(system, muscles, system.rest)


def reason(system, motion):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = lw.share(system, motion)
    assert found.verdict.is_bad
    return str(found.verdict)


def test_a_muscle_that_pulls_unasked_is_named():
    """Two muscles on both sides of a hinge, the fibres of one stretched until they pull by themselves."""
    m = lw.Model("pair", gravity=(0, 0, 0))
    body = m.body("bar", mass=1.0, inertia=(1, 1, 1))
    m.connect("hinge", lw.Revolute("z"), m.ground, body)
    rigid = {"tendon": "rigid", "control": "activation"}
    weak, tight = lw.Muscle(20.0, 0.1, 0.2, **rigid), lw.Muscle(3000.0, 0.075, 0.192, **rigid)
    for name, muscle, x in (("flexor", weak, 0.05), ("extensor", tight, -0.05)):
        m.connect(name, muscle, m.ground.at(x, 0.3, 0), body.at(x, 0, 0), inputs={"activation": 0.1})
    system = lw.compile_model(m)
    said = reason(system, system.rest)
    assert "extensor opposes it by" in said and "optimal length" in said and "without activation" in said
    assert "stronger muscles" not in said


def test_fibres_out_of_their_range_are_named():
    """Enough strength, but fibres that are too short to use it."""
    system = elbow(slack=0.225, control="activation", mass=30.0)
    said = reason(system, system.rest)
    assert "biceps gives at most" in said and "of their optimal length and give" in said
    assert "stronger muscles" not in said


def test_bad_requests_are_explained():
    system = elbow()
    with pytest.raises(lw.ModelError, match="over = 'all': choose one of 'instants', 'motion'"):
        lw.share(system, system.rest, over="all")
    with pytest.raises(lw.ModelError, match="the min-max rule is for instants"):
        lw.share(system, system.rest, over="motion", cost="min-max")
