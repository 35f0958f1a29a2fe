"""Runs and analyses that fail name who did it, in both formulations."""

import warnings

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import linkwork as lw

FORMS = ("tree", "absolute")


class Pole(lw.Force):
    """A pull that grows beyond all bounds."""

    measure = lw.Displacement("x")

    def law(self, e):
        return -1.0 / e**3


class Root(lw.Force):
    """A law that ends at half a second."""

    measure = lw.Distance()

    def law(self, e, t):
        return lw.sqrt(0.5 - t) * e


class Dry(lw.Force):
    """Dry friction that leaps at rest."""

    measure = lw.Displacement("x")

    def law(self, e_dot):
        return -2.0 * lw.sign(e_dot)


class Edge(lw.Force):
    """A law whose slope is infinite where it begins."""

    measure = lw.Distance()

    def law(self, e):
        return -lw.sqrt(e - 2.0)


def slide(force, formulation="tree", stiffness=100.0, damping=0.0, **initial) -> lw.System:
    m = lw.Model("slide", gravity=(0, 0, 0))
    body = m.body("block", mass=1.0, inertia=(1, 1, 1))
    m.connect("P", lw.Prismatic("x"), m.ground, body, initial=initial)
    m.connect("law", force, m.ground.at(-1, 0, 0), body)
    m.connect("innocent", lw.Spring(stiffness, 0.5, damping=damping), m.ground.at(-2, 0, 0), body)
    return lw.compile_model(m, formulation)


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMS)
def test_a_law_that_ends_on_the_way_is_named_and_not_the_largest_force(form: str) -> None:
    run = lw.simulate(slide(Root(), form), t_end=1.0)
    assert run.certificate.status == "failed"
    assert "just beyond, connection 'law': Root.law gives nan at a measured" in run.certificate.sentence
    assert "innocent" not in run.certificate.sentence


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("damping", [0.0, 1.0])
def test_points_that_coincide_are_told_by_every_analysis(form: str, damping: float) -> None:
    m = lw.Model("m")
    body = m.body("b", mass=1.0, inertia=(1, 1, 1))
    m.connect("free", lw.Free(), m.ground, body)
    m.connect("spring", lw.Spring(100.0, 1.0, damping=damping), m.ground, body)
    system = lw.compile_model(m, form)
    for analysis in (lambda: lw.simulate(system, t_end=1.0), lambda: lw.equilibrium(system)):
        with pytest.raises(lw.ModelError, match="connection 'spring': Distance is zero: points coincide"):
            analysis()


def test_a_law_without_a_slope_is_named_where_slopes_are_needed() -> None:
    m = lw.Model("m")
    body = m.body("b", mass=1.0, inertia=(1, 1, 1))
    m.connect("P", lw.Prismatic("z"), m.ground, body, initial={"displacement": -2.0})
    m.connect("edge", Edge(), m.ground, body)
    system = lw.compile_model(m)
    for analysis in (lw.equilibrium, lambda s: lw.linearize(s, s.rest).eigenvalues):
        with pytest.raises(lw.ModelError, match=r"connection 'edge': Edge.law gives nan.*Derivatives are asked for"):
            analysis(system)


def test_too_long_a_step_says_so_and_how_long_it_may_be() -> None:
    system = slide(lw.Spring(1e8, 0.5))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        run = lw.simulate(system, t_end=1.0, method="rk4", h=1e-3)
    assert run.certificate.status == "failed"
    assert "h = 0.001 is too long for connection 'law'" in run.certificate.sentence
    assert "rk4 stays bounded for steps below 0.00028" in run.certificate.sentence
    assert "or method='radau'" in run.certificate.sentence
    assert lw.simulate(system, t_end=0.01, method="rk4", h=2e-4).certificate.status == "done"


@pytest.mark.parametrize("method", ["auto", "dopri5", "radau"])
def test_a_law_that_leaps_stops_the_run_with_its_name_after_few_steps(method: str) -> None:
    run = lw.simulate(slide(Dry(), stiffness=1.0, damping=5.0, displacement_dot=1.0), t_end=1.0, method=method)
    assert run.certificate.status == "failed"
    assert run.certificate.steps <= 40_000
    assert "connection 'law': Dry.law leaps from" in run.certificate.sentence
    assert "drives the motion back from both sides" in run.certificate.sentence


def four_bar(form: str) -> lw.System:
    """One whose crank cannot turn round."""
    m = lw.Model("four-bar", gravity=(0, -9.81, 0))
    a, b, c = (m.body(name, lw.Rod(length=size, mass=1.0)) for name, size in (("a", 2.0), ("b", 1.0), ("c", 1.5)))
    m.connect("A", lw.Revolute("z"), m.ground, a, drive={"angle": lw.Polynomial((1.0, 2.0))})
    m.connect("B", lw.Revolute("z"), a.at(2, 0, 0), b)
    m.connect("C", lw.Revolute("z"), b.at(1, 0, 0), c.at(1.5, 0, 0))
    m.connect("D", lw.Revolute("z"), m.ground.at(2, 0, 0), c)
    return lw.compile_model(m, form)


@pytest.mark.few(1)
@pytest.mark.parametrize("form", FORMS)
def test_a_dead_point_is_told_by_simulate_as_by_kinematics(form: str) -> None:
    system = four_bar(form)
    start = lw.assemble(system)
    told = "would have to move infinitely fast"
    assert told in lw.kinematics(system, start, t_end=3.0).message
    run = lw.simulate(system, start, t_end=3.0)
    assert run.certificate.status == "failed"
    assert told in run.certificate.sentence
    assert "cannot follow" in run.certificate.sentence


def test_distances_that_contradict_each_other_tell_their_smallest_gap() -> None:
    m = lw.Model("m")
    body = m.body("b", mass=1.0, inertia=(1, 1, 1))
    for name, size in (("d1", 1.0), ("d2", 1.2)):
        m.connect(name, lw.FixedDistance(size), m.ground, body)
    system = lw.compile_model(m)
    with pytest.raises(lw.ModelError) as caught:
        lw.assemble(system)
    # (r² − l²)/2 of both are least together where r² is the mean of 1.0² and 1.2²; gaps are distances.
    near = np.sqrt(1.22)
    assert f"constraint 'd1' stays open by {near - 1.0:.4g} " in str(caught.value)
    assert f"constraint 'd2' stays open by {1.2 - near:.4g} " in str(caught.value)
    assert "Check the dimensions, places and axes" in str(caught.value)
    with pytest.raises(lw.ModelError, match="has no equilibrium: it cannot be assembled: constraint 'd1' stays open"):
        lw.equilibrium(system)


class Twice(lw.Constraint):
    """The same row twice."""

    def position(self, rel, t):
        return [rel.p[0], 2.0 * rel.p[0]]


def test_rows_that_repeat_each_other_inside_one_constraint_blame_no_hinge() -> None:
    m = lw.Model("m")
    m.connect("c", Twice(), m.ground, m.body("b", mass=1.0, inertia=(1, 1, 1)))
    found = lw.mobility(lw.compile_model(m))
    assert "constraint 'c' is redundant with itself" in str(found)
    assert "redundant with joint" not in str(found)
    assert "not unique" not in str(found)
    assert found.degrees_of_freedom == 5


@pytest.mark.parametrize("form", FORMS)
def test_a_constraint_is_switched_off_by_an_action_and_the_run_goes_on(form: str) -> None:
    on = lw.Parameter("on", 1.0)

    class Hold(lw.Constraint):
        def position(self, rel, t):
            return on * (rel.p[0] - 0.1)

    m = lw.Model("m", gravity=(0, 0, 0))
    body = m.body("b", mass=1.0, inertia=(1, 1, 1))
    m.connect("plane", lw.Planar("z"), m.ground, body, initial={"x": 0.1})
    m.connect("hold", Hold(), m.ground, body)
    m.connect("s", lw.Spring(100.0, 2.0), m.ground.at(-1, 0, 0), body)
    system = lw.compile_model(m, form)
    off = lw.Event("off", lambda c: c["t"] - 0.5, action=lambda system, state: {"on": 0.0})
    run = lw.simulate(system, t_end=1.0, events=[off])
    # Held at 0.1, then a spring that is short by 0.9 m swings for half a second at 10 rad/s.
    assert run["b.position"][-1][0] == pytest.approx(0.7447040, abs=2e-5)
    again = lw.Event("on", lambda c: c["t"] - 0.7, action=lambda system, state: {"on": 1.0})
    with pytest.raises(lw.ModelError, match="'on': its action leads to a state that violates the constraints"):
        lw.simulate(system, t_end=1.0, events=[off, again])


@pytest.mark.few(1)
@pytest.mark.parametrize("stiffness", [1e12, 1e14])
def test_a_very_stiff_spring_is_no_leap_and_goes_on_by_radau(stiffness: float) -> None:
    """Rounding in the force bounds explicit steps; the motion is that of a rigid pendulum, φ̈ = g cos φ."""
    m = lw.Model("bob")
    bob = m.body("bob", lw.PointMass(mass=1.0))
    m.connect("T", lw.Translation(), m.ground, bob)
    m.connect("k", lw.Spring(stiffness, length=1.0), m.ground, bob)
    system = lw.compile_model(m)
    run = lw.simulate(system, system.state({"T.x": 1.0}), 0.2 if stiffness > 1e12 else 1.0, times=3)
    assert run.success and run.certificate.method == "dop853, radau"
    assert any(str(note).startswith("steps became very short: radau went on") for note in run.certificate.notes)
    exact = solve_ivp(lambda t, y: (y[1], 9.81 * np.cos(y[0])), (0, run.t[-1]), (0, 0), rtol=1e-11, atol=1e-12)
    assert run["T.x"][-1] == pytest.approx(np.cos(exact.y[0, -1]), abs=1e-6)
    assert run["T.z"][-1] == pytest.approx(-np.sin(exact.y[0, -1]), abs=1e-6)


def test_a_force_that_really_grows_beyond_all_bounds_is_named() -> None:
    m = lw.Model("fall", gravity=(0, 0, 0))
    body = m.body("block", mass=1.0, inertia=(1, 1, 1))
    m.connect("P", lw.Prismatic("x"), m.ground, body, initial={"displacement": 1.0})
    m.connect("law", Pole(), m.ground, body)
    run = lw.simulate(lw.compile_model(m), t_end=2.0)
    assert not run.success and "connection 'law': Pole.law" in run.certificate.sentence
