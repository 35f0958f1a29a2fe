"""A joint that slides along a beam: against a rigid guide, closed forms, and the series of a moving mass."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import linkwork as lw


def rod(stiffness, shear=3e3, inertia=1e-4):
    """A section of 1 kg/m whose stretching and shearing are stiff against bending."""
    stiff = [shear * stiffness] * 3
    return lw.StiffnessSection(*stiff, *[stiffness] * 3, mass=1.0, inertia_moments=(2 * inertia, inertia, inertia))


def ring_on_slope(follow, stiffness, elements=2):
    """A ring on a cantilever that leads down by 0.3 rad."""
    m = lw.Model("ring on a slope")
    foot = m.ground.at(0, 0, 0, rotate={"y": 0.3})
    beam = m.connect("beam", lw.ExactBeam(rod(stiffness), elements=elements, length=2.0), foot)
    ring = m.body("ring", mass=0.5, inertia=(1e-3, 1e-3, 1e-3))
    start = {"x": 0.3 * np.cos(0.3), "z": -0.3 * np.sin(0.3), "e0": np.cos(0.15), "e2": np.sin(0.15)}
    m.connect("free", lw.Free(), m.ground, ring, initial=start)
    m.connect("slide", lw.SlidingJoint(follow), ring.at(0, 0, 0), beam)
    return m


@pytest.mark.slow
@pytest.mark.parametrize(
    "follow", ["point", *(pytest.param(kind, marks=pytest.mark.slow) for kind in ("tangent", "section"))]
)
def test_ring_on_a_stiff_beam_slides_as_on_a_rigid_guide(follow):
    """s = s₀ + ½ g sin(α) t²; what is missing is that of the beam's bending, ∝ 1/EI."""
    errors = []
    for stiffness in (1e4, 1e5):
        m = ring_on_slope(follow, stiffness)
        assert m["slide"].initial["s"] == pytest.approx(0.3)
        run = lw.simulate(lw.compile_model(m), t_end=0.3, method="radau", rtol=1e-4)
        errors.append(run["slide.s"][-1] - 0.3 - 0.5 * 9.81 * np.sin(0.3) * 0.3**2)
        assert run.certificate.verdict.is_good, run.certificate.verdict
    assert errors[0] == pytest.approx(10.0 * errors[1], rel=0.02)
    assert abs(errors[1]) < 3e-5


@pytest.mark.slow
def test_both_formulations_agree_and_tell_the_force():
    """The same motion in tree and absolute coordinates; the load on the beam is what the ring lacks: m (g − a)."""
    runs = {}
    for kind, method in (("tree", "radau"), ("absolute", lw.GeneralizedAlpha(rho_inf=0.5))):
        system = lw.compile_model(ring_on_slope("tangent", 1e4), kind)
        runs[kind] = lw.simulate(system, t_end=0.1, method=method, rtol=1e-4)
    ends = [run["slide.s"][-1] for run in runs.values()]
    assert ends[0] == pytest.approx(ends[1], abs=2e-6)
    for run in runs.values():
        lacking = 0.5 * (np.array([0.0, 0.0, -9.81]) - run["ring.acceleration"])
        force = np.einsum("kij,kj->ki", run["ring.rotation"], run["slide.force"])
        np.testing.assert_allclose(force, lacking, atol=1e-6)


def carried(elements, order=1, load=0.1, mass=0.2, at=None, speed=1.0):
    """A load on a carriage that is driven, or stands, along a beam on two supports of length 1 and EI = 1."""
    m = lw.Model("moving mass", gravity=(0, 0, 0))
    shoe = m.body("shoe", mass=1e-3, inertia=(1e-6, 1e-6, 1e-6))
    m.connect("roller", lw.Prismatic("x"), m.ground.at(1, 0, 0), shoe)
    pins = {"first": lw.Revolute("y"), "last": lw.Revolute("y")}
    beam = lw.ExactBeam(rod(1.0, 1e5, 1e-6), elements=elements, order=order, **pins)
    beam = m.connect("beam", beam, m.ground.at(0, 0, 0), shoe.at(0, 0, 0))
    carriage = m.body("carriage", mass=1.0, inertia=(1, 1, 1))
    mover = m.body("mover", mass=mass, inertia=(1e-4, 1e-4, 1e-4))
    m.connect("rail", lw.Prismatic("x"), m.ground, carriage, drive={"displacement": speed * lw.t if at is None else at})
    m.connect("lift", lw.Prismatic("z"), carriage, mover)
    m.connect("load", lw.AppliedForce((0, 0, -load)), mover)
    m.connect("wheel", lw.SlidingJoint(), mover.at(0, 0, 0), beam)
    return m


def series(times, load=0.1, mass=0.2, speed=1.0, count=8):
    """Deflection under a moving mass, by the modes of the beam on two supports (Frýba): an ODE of its own."""
    n = np.arange(1, count + 1) * np.pi

    def rate(t, y):
        q, v = y[:count], y[count:]
        at = np.sin(n * speed * t)
        slope, bend = speed * n * np.cos(n * speed * t), -((speed * n) ** 2) * at
        M = 0.5 * np.eye(count) + mass * np.outer(at, at)
        f = load * at - 0.5 * n**4 * q - mass * at * (2 * slope @ v + bend @ q)
        return np.concatenate([v, np.linalg.solve(M, f)])

    found = solve_ivp(rate, (0, times[-1]), np.zeros(2 * count), t_eval=times, rtol=1e-9, atol=1e-12)
    return np.array([np.sin(n * speed * t) @ y[:count] for t, y in zip(times, found.y.T, strict=True)])


@pytest.mark.slow
def test_load_anywhere_on_a_beam_bends_it_as_the_closed_form():
    """w = P a² b² / (3 EI L) under a load between nodes; errors fall with h²."""
    a, load, errors = 0.37, 0.01, []
    for elements in (4, 8):
        system = lw.compile_model(carried(elements, load=load, at=a), "absolute")
        eq = lw.equilibrium(system)
        assert eq["wheel.s"] == pytest.approx(a, abs=1e-4)
        errors.append(-eq["mover.position"][2] / (load * a**2 * (1 - a) ** 2 / 3) - 1)
    assert abs(errors[1]) < 0.35 * abs(errors[0]) < 0.03


@pytest.mark.slow
def test_moving_mass_follows_the_series():
    """A mass over a beam on two supports, at a third of the speed that keeps pace with its first mode; order 2."""
    times = np.linspace(0.0, 0.95, 20)
    wanted, errors = series(times), []
    for elements in (4, 8):
        system = lw.compile_model(carried(elements), "absolute")
        run = lw.simulate(system, t_end=0.95, times=times, method=lw.GeneralizedAlpha(rho_inf=0.5), rtol=1e-3)
        errors.append(np.abs(run["mover.position"][:, 2] + wanted).max() / wanted.max())
    assert errors[1] < 0.3 * errors[0] < 0.04


@pytest.mark.slow
def test_ring_that_slides_off_is_told():
    """The verdict is bad and says where and when; an event ends the run there, and then it is good."""
    m = ring_on_slope("point", 1e4)
    system = lw.compile_model(m)
    with pytest.warns(lw.VerdictWarning, match=r"slide \(SlidingJoint\) slid off the end of its line"):
        run = lw.simulate(system, t_end=1.3, method="radau", rtol=1e-4)
        _ = run["slide.s"]
    assert run.certificate.verdict.is_bad
    assert "the line reaches from 0 to 2 m" in str(run.certificate.verdict)
    off = lw.Event("off", "slide.s", 2.0, terminal=True)
    run = lw.simulate(system, t_end=1.3, method="radau", rtol=1e-4, events=[off])
    assert run.certificate.verdict.is_good
    assert run["slide.s"][-1] == pytest.approx(2.0)
