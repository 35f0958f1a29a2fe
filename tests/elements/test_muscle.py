"""The muscle against the published formulas, coded by SymPy and by hand, and against its own balance."""

from __future__ import annotations

import math

import numpy as np
import pytest
import sympy
from scipy.optimize import brentq
from sympy.physics.biomechanics import (
    FiberForceLengthActiveDeGroote2016,
    FiberForceVelocityDeGroote2016,
    FiberForceVelocityInverseDeGroote2016,
    FirstOrderActivationDeGroote2016,
    TendonForceLengthDeGroote2016,
)

import linkwork as lw
from linkwork.contract import ModelError
from linkwork.elements.actuators import muscle_curves as curves

from .acting import acting, moving

FORCE, FIBRE, SLACK, ALPHA = 800.0, 0.09, 0.21, 0.3
# OpenSim 4, DeGrooteFregly2016Muscle.h, column by column as they stand there.
B = [
    *("0.8150671134243542", "1.055033428970575", "0.162384573599574", "0.063303448465465"),
    *("0.433004984392647", "0.716775413397760", "-0.029947116970696", "0.200356847296188"),
    *("0.1", "1.0", "0.353553390593274", "0.0"),
]
D = ["-0.3211346127989808", "-8.149", "-0.374", "0.8825327733249912"]


def published(curve, constants):
    """SymPy's curve with these constants, as a function of numbers."""
    x = sympy.Symbol("x")
    return sympy.lambdify(x, curve(x, *map(sympy.Float, constants)).doit(deep=False, evaluate=False), "math")


@pytest.mark.seed("S0.5")
@pytest.mark.parametrize(
    ("own", "curve", "constants", "points"),
    [
        (curves.active_force, FiberForceLengthActiveDeGroote2016, B, np.linspace(0.4, 1.7, 14)),
        (curves.velocity_force, FiberForceVelocityDeGroote2016, D, np.linspace(-1.0, 1.0, 11)),
        (curves.velocity_of_force, FiberForceVelocityInverseDeGroote2016, D, np.linspace(0.05, 1.6, 11)),
    ],
    ids=["active", "velocity", "velocity of force"],
)
def test_curves_are_the_published_ones(own, curve, constants, points):
    theirs = published(curve, constants)
    for x in points:
        assert own(x) == pytest.approx(theirs(x), rel=1e-12, abs=1e-13)


def test_tendon_is_the_published_one():
    """c₁ = 0.2, c₂ = 1, c₃ = 0.2, and k such that a strain of 4.9 % carries F₀."""
    theirs = published(TendonForceLengthDeGroote2016, ["0.2", "1.0", "0.2", str(math.log(1.2 / 0.2) / 0.049)])
    for x in np.linspace(1.0, 1.08, 12):
        assert curves.tendon_force(x, 0.049) == pytest.approx(theirs(x), rel=1e-10, abs=1e-15)


def test_passive_fibres_are_the_published_ones():
    """(exp(kPE (l − 1)/e₀) − offset)/(exp(kPE) − offset), offset at the least length 0.2; kPE = 4, e₀ = 0.6."""
    offset = math.exp(4.0 * (0.2 - 1.0) / 0.6)
    for x in np.linspace(0.2, 1.7, 16):
        wanted = (math.exp(4.0 * (x - 1.0) / 0.6) - offset) / (math.exp(4.0) - offset)
        assert curves.passive_force(x) == pytest.approx(wanted, rel=1e-12, abs=1e-15)
    assert all(curves.passive_force(x) >= 0.0 for x in np.linspace(0.0, 2.0, 81))
    assert curves.passive_force(0.1) == 0.0


def test_activation_is_the_published_one():
    theirs = FirstOrderActivationDeGroote2016.with_defaults("m")
    (rate,) = theirs.rhs()
    state, excitation = theirs.x[0], theirs.r[0]
    for x, y in ((0.05, 0.9), (0.5, 0.5), (0.8, 0.1), (0.3, 0.31)):
        wanted = float(rate.subs({state: x, excitation: y}).evalf(20))
        assert curves.activation_rate(x, y, 0.015, 0.06) == pytest.approx(wanted, rel=1e-12, abs=1e-14)


def test_curves_have_their_landmarks():
    """What the three printed digits of the supplement miss: by 18 N (f_v, f_t) and 9 N (f_l) of 1500 N."""
    assert curves.active_force(1.0) == pytest.approx(1.0, abs=1e-12)
    assert curves.velocity_force(0.0) == pytest.approx(1.0, abs=1e-12)
    assert curves.velocity_force(-1.0) == pytest.approx(0.0, abs=1e-12)
    assert curves.velocity_force(1.0) == pytest.approx(1.794, abs=1e-3)
    assert curves.tendon_force(1.0, 0.049) == 0.0 and curves.tendon_force(1.049, 0.049) == pytest.approx(1.0, abs=1e-12)
    assert curves.passive_force(0.2) == 0.0 and curves.passive_force(1.6) == pytest.approx(1.0, abs=1e-12)


@pytest.mark.few(2)
@pytest.mark.parametrize("tendon", ["elastic", "rigid"])
@pytest.mark.parametrize("control", ["excitation", "activation"])
def test_a_muscle_never_pushes(tendon, control):
    """Short lines with a slack tendon, fibres that shorten faster than they can, and damping that would turn round."""
    muscle = lw.Muscle(1500.0, 0.1, 0.2, 0.2, tendon, control=control, fibre_damping=0.1 if tendon == "rigid" else 0.0)
    states = {"activation": 0.3, "fibre_length": 0.1}
    z = [states[name] for name in muscle.states]
    for length in np.linspace(0.21, 0.4, 12):
        for rate in (-3.0, -1.0, 0.0, 1.0):
            ends = moving((length, 0, 0), v=(rate, 0, 0))
            found = acting(muscle, ends, z=z, inputs={control: 0.3})
            assert found.outputs[0] >= 0.0 and found.F[0] == pytest.approx(-found.outputs[0])
    slack = acting(muscle, moving((0.22, 0, 0), v=(-3.0, 0, 0)), z=z, inputs={control: 0.3})
    assert slack.outputs[0] == 0.0 and min(slack.kinks) < 0.0


@pytest.mark.parametrize("tendon", ["elastic", "rigid"])
def test_activation_can_be_prescribed(tendon):
    """The same tension and fibres as where the state has that value; below the least it counts as that."""
    with_state = lw.Muscle(FORCE, FIBRE, SLACK, ALPHA, tendon)
    given = lw.Muscle(FORCE, FIBRE, SLACK, ALPHA, tendon, control="activation")
    assert given.inputs == ("activation",) and "activation" not in given.states
    fibre = [0.092] if tendon == "elastic" else []
    ends = moving((SLACK + 0.09, 0, 0), v=(0.1, 0, 0))
    for a, counted in ((0.6, 0.6), (0.0, 0.01)):
        one = acting(with_state, ends, z=[counted, *fibre], inputs={"excitation": a})
        other = acting(given, ends, z=fibre, inputs={"activation": a})
        np.testing.assert_allclose([*other.F, *other.outputs], [*one.F, *one.outputs, counted])
        if fibre:
            assert other.z_dot[0] == pytest.approx(one.z_dot[1])


@pytest.mark.parametrize("formulation", ["tree", "absolute"])
def test_prescribed_activation_drives_a_run(formulation):
    """By a signal, by a Parameter: at rest the tension is F₀ a f_l(l) with a rigid tendon."""
    m = lw.Model("hold", gravity=(0, 0, 0))
    block = m.body("block", mass=1e6)
    m.connect("slide", lw.Prismatic("x"), m.ground, block, initial={"displacement": SLACK + FIBRE})
    level, ramp = lw.Parameter("a", 0.4), lw.SmoothStep(0.0, 1.0, 0.2, 0.8)
    for name, by in (("one", level), ("two", ramp)):
        muscle = lw.Muscle(100.0, FIBRE, SLACK, tendon="rigid", control="activation")
        m.connect(name, muscle, m.ground, block, inputs={"activation": by})
    run = lw.simulate(lw.compile_model(m, formulation), None, 1.0, times=[0.0, 1.0])
    still = 100.0 * float(curves.passive_force(1.0))
    assert run["one.tension"] == pytest.approx([40.0 + still] * 2, rel=1e-3)
    assert run["two.tension"] == pytest.approx([20.0 + still, 80.0 + still], rel=1e-3)


@pytest.mark.seed("S0.5")
@pytest.mark.parametrize("fibre", [0.07, 0.09, 0.11])
@pytest.mark.parametrize("activation", [0.05, 0.7])
@pytest.mark.parametrize("velocity", [-0.4, 0.0, 0.3])
def test_elastic_tendon_and_fibres_carry_the_same(fibre, activation, velocity):
    """The length at which the balance has a given velocity, by hand; the element must find this velocity."""
    muscle = lw.Muscle(FORCE, FIBRE, SLACK, ALPHA)
    along, length = np.sqrt(fibre**2 - (FIBRE * np.sin(ALPHA)) ** 2), fibre / FIBRE
    fibres = activation * curves.active_force(length) * curves.velocity_force(velocity) + curves.passive_force(length)
    carried = fibres * along / fibre
    whole = along + SLACK * (1.0 + 0.049 * np.log(1.0 + carried / 0.2) / np.log(6.0))
    # Over a via point, so that both pieces of the line count.
    ends = moving((0, whole - 0.04, 0)), moving((0, whole - 0.04, 0.04))
    found = acting(muscle, *ends, z=[activation, fibre], inputs={"excitation": 0.4})
    assert found.F[0] == pytest.approx(-FORCE * carried, rel=1e-9)
    assert found.outputs[0] == pytest.approx(FORCE * carried, rel=1e-9)
    assert found.z_dot[1] == pytest.approx(velocity * 10 * FIBRE, abs=1e-9)
    assert found.z_dot[0] == pytest.approx(curves.activation_rate(activation, 0.4, 0.015, 0.06), rel=1e-12)


def test_fibre_velocity_goes_on_beyond_the_published_curve():
    for v in (-1.0, 1.0):
        force = float(curves.velocity_force(v))
        ends = [float(curves.velocity_of_force(force + h)) for h in (-1e-6, 0.0, 1e-6)]
        assert ends[1] == pytest.approx(v)
        assert ends[1] - ends[0] == pytest.approx(ends[2] - ends[1], rel=1e-4)
    assert np.isfinite(float(curves.velocity_of_force(1e6)))


@pytest.mark.seed("S0.5")
def test_rigid_tendon_follows_the_path():
    muscle = lw.Muscle(FORCE, FIBRE, SLACK, ALPHA, "rigid", fibre_damping=0.1)
    assert muscle.states == ("activation",)
    along, rate = 0.09, 0.12
    found = acting(muscle, moving((0, 0, SLACK + along), v=(0, 0, rate)), z=[0.6], inputs={"excitation": 0.0})
    fibre = np.hypot(along, FIBRE * np.sin(ALPHA))
    # The rate of the fibres by differences of their length.
    velocity = (
        np.hypot(along + 1e-6 * rate, FIBRE * np.sin(ALPHA)) - np.hypot(along - 1e-6 * rate, FIBRE * np.sin(ALPHA))
    ) / 2e-6
    v, x = velocity / (10 * FIBRE), fibre / FIBRE
    pull = 0.6 * curves.active_force(x) * curves.velocity_force(v) + curves.passive_force(x) + 0.1 * v
    assert found.F[0] == pytest.approx(-FORCE * pull * along / fibre, rel=1e-8)
    # An excitation of nothing counts as the least one.
    assert found.z_dot[0] == pytest.approx(curves.activation_rate(0.6, 0.01, 0.015, 0.06), rel=1e-12)


def test_a_stiff_tendon_is_a_rigid_one():
    """Isometric, at rest: the elastic muscle settles to the force of the rigid one as its tendon stiffens."""
    whole, a = SLACK + 0.088, 0.5
    rigid = lw.Muscle(FORCE, FIBRE, SLACK, ALPHA, "rigid")
    wanted = -acting(rigid, moving((whole, 0, 0)), z=[a], inputs={"excitation": a}).F[0]
    errors = []
    for strain in (0.05, 0.005, 0.0005):
        thick = FIBRE * np.sin(ALPHA)

        def unbalanced(fibre: float, k: float = strain, thick: float = thick) -> float:
            along = np.sqrt(fibre**2 - thick**2)
            x = fibre / FIBRE
            fibres = a * curves.active_force(x) * curves.velocity_force(0.0) + curves.passive_force(x)
            return fibres * along / fibre - curves.tendon_force((whole - along) / SLACK, k)

        fibre = brentq(unbalanced, 0.6 * FIBRE, 1.3 * FIBRE)
        muscle = lw.Muscle(FORCE, FIBRE, SLACK, ALPHA, tendon_strain=strain)
        found = acting(muscle, moving((whole, 0, 0)), z=[a, fibre], inputs={"excitation": a})
        np.testing.assert_allclose(found.z_dot, 0.0, atol=1e-9)
        errors.append(abs(-found.F[0] - wanted))
    assert errors[0] > 5 * errors[1] > 25 * errors[2]
    assert errors[2] < 0.01 * wanted


def test_lines_share_activation_and_force():
    lines = lw.Lines((2, 2))
    muscle = lw.Muscle(FORCE, FIBRE, SLACK, shares=(0.25, 0.75), on=lines)
    assert muscle.states == ("activation", "fibre_length_1", "fibre_length_2")
    one = lw.Muscle(FORCE, FIBRE, SLACK)
    ends = moving((0.31, 0, 0)), moving((0, 1, 0)), moving((0, 1.308, 0))
    found = acting(muscle, *ends, z=[0.5, 0.09, 0.088], inputs={"excitation": 0.5})
    alone = [
        acting(one, moving((0.31, 0, 0)), z=[0.5, 0.09], inputs={"excitation": 0.5}),
        acting(one, moving((0.308, 0, 0)), z=[0.5, 0.088], inputs={"excitation": 0.5}),
    ]
    np.testing.assert_allclose(found.F, [0.25 * alone[0].F[0], 0.75 * alone[1].F[0]])
    np.testing.assert_allclose(found.z_dot, [alone[0].z_dot[0], alone[0].z_dot[1], alone[1].z_dot[1]])
    assert found.outputs[0] == pytest.approx(-found.F.sum())


def test_an_elbow_is_bent_by_its_muscle():
    """A muscle over a via point raises a forearm until its moment meets that of gravity; simulated and by statics."""
    m = lw.Model("elbow")
    arm = m.body("arm", lw.Rod(length=0.3, mass=1.5))
    m.connect("elbow", lw.Revolute("-y"), m.ground, arm)
    m.connect("friction", lw.TorsionSpring(0.0, damping=0.5, axis="-y"), m.ground, arm)
    muscle = lw.Muscle(600.0, 0.12, 0.15, 0.1)
    ends = m.ground.at(0, 0, 0.28), m.ground.at(0.03, 0, 0.05), arm.at(0.05, 0, 0)
    m.connect("biceps", muscle, *ends, inputs={"excitation": 0.15})
    system = lw.compile_model(m)
    run = lw.simulate(system, system.state({"elbow.angle": 0.1}), t_end=6.0, rtol=1e-8)
    angle, tension = run["elbow.angle"][-1], run["biceps.tension"][-1]
    insertion = 0.05 * np.array([np.cos(angle), np.sin(angle)])
    line = np.array([0.03, 0.05]) - insertion
    line /= np.linalg.norm(line)
    lever = insertion[0] * line[1] - insertion[1] * line[0]
    weight = 1.5 * abs(m.gravity[2]) * 0.15 * np.cos(angle)
    assert abs(run["elbow.angle_dot"][-1]) < 1e-3
    assert tension * lever == pytest.approx(weight, rel=2e-3)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: lw.Muscle(1.0, 0.1, 0.1, 1.6), "Muscle: pennation = 1.6 must be from 0 to 1.5 rad"),
        (lambda: lw.Muscle(1.0, 0.1, 0.1, shares=(0.5, 0.5)), "Muscle: shares must be 1 numbers, one for each line"),
        (lambda: lw.Muscle(1.0, 0.1, 0.1, fibre_damping=-0.1), "Muscle: fibre_damping = -0.1 must not be negative"),
        (lambda: lw.Muscle(1.0, 0.1, 0.1, tendon="soft"), "choose one of 'elastic', 'rigid'"),
    ],
)
def test_bad_muscles_are_explained(make, message):
    with pytest.raises(ModelError) as caught:
        make()
    assert message in str(caught.value)
