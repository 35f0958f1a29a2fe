"""Methods that step over impacts as users give them: options, and sentences where they do not fit."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw


def rolling_ball(coordinates="tree"):
    """A ball that is thrown on a plane, and rolls in the end at 5/7 of its speed."""
    m = lw.Model("ball")
    ball = m.body("ball", lw.Sphere(radius=0.1, mass=1.0))
    m.connect("floor", lw.UnilateralContact(restitution=0.5, friction=0.3), m.ground.plane("z"), ball.surface())
    system = lw.compile_model(m, coordinates)
    there, speeds = lw.Pose(np.eye(3), (0.0, 0.0, 0.15)), ((0.0, 0.0, 0.0), (1.0, 0.0, 0.0))
    if coordinates == "absolute":
        return system, system.placed({"ball": there}, {"ball": speeds})
    return system, system.state({"ball (free).z": 0.15, "ball (free).v_x": 1.0})


@pytest.mark.few(3)
@pytest.mark.parametrize("coordinates", ["tree", "absolute"])
@pytest.mark.parametrize(
    "method",
    [
        *(lw.Moreau(solver=name) for name in ("auto", "enumeration", "newton", "gauss-seidel")),
        *(lw.NonsmoothAlpha(rho_inf=0.5, solver=name) for name in ("auto", "newton")),
    ],
    ids=str,
)
def test_every_solver_lets_a_ball_roll(method, coordinates):
    system, start = rolling_ball(coordinates)
    run = lw.simulate(system, start, t_end=0.7, h=2e-3, method=method)
    assert run["ball.velocity"][-1][0] == pytest.approx(5 / 7, abs=4e-3)


def test_leapfrog_as_a_method():
    system, start = rolling_ball("absolute")
    by_name, given = (lw.simulate(system, start, t_end=0.5, h=2e-3, method=m) for m in ("leapfrog", lw.Leapfrog()))
    assert np.array_equal(by_name["ball.position"], given["ball.position"])
    assert given["ball.velocity"][-1][0] == pytest.approx(5 / 7, abs=4e-3)


@pytest.mark.slow
def test_a_solver_that_is_named_solves_heaps_too():
    """Native loops of heaps have a solver of their own; one that is named takes their place."""
    m = lw.Model("crate")
    crate = m.body("crate", lw.Box((0.3, 0.3, 0.3), mass=2.0))
    m.connect("floor", lw.ContactGroup(friction=0.6), m.ground.plane("z"), crate.surface())
    system = lw.compile_model(m, "absolute")
    start = system.placed({"crate": lw.Pose(np.eye(3), (0.0, 0.0, 0.2))})
    ends = [
        lw.simulate(system, start, t_end=0.4, h=2e-3, method=lw.Moreau(solver=name))["crate.position"][-1]
        for name in ("auto", "newton")
    ]
    assert ends[0] == pytest.approx([0.0, 0.0, 0.15], abs=2e-3) and ends[1] == pytest.approx(ends[0], abs=2e-3)


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: lw.Moreau(solver="magic"), "Moreau: there is no solver 'magic'.*newton"),
        (lambda: lw.Moreau(solver=3), "Moreau: there is no solver 3"),
        (lambda: lw.NonsmoothAlpha(solver="newtn"), "NonsmoothAlpha: there is no solver 'newtn'.*newton"),
        (
            lambda: lw.NonsmoothAlpha(rho_inf=1.5),
            "rho_inf = 1.5 must lie between 0 .all damping. and 1",
        ),
        (lambda: lw.NonsmoothAlpha(rho_inf="much"), "NonsmoothAlpha: rho_inf"),
        (lambda: lw.NonsmoothAlpha(rho_inf=float("nan")), "NonsmoothAlpha: rho_inf"),
    ],
)
def test_options_that_make_no_sense_are_refused(make, said):
    with pytest.raises(lw.ModelError, match=said):
        make()


def test_leapfrog_has_no_options():
    with pytest.raises(TypeError, match="solver"):
        lw.Leapfrog(solver="newton")


def test_a_solver_that_does_not_fit_names_the_contact():
    system, start = rolling_ball()
    with pytest.raises(lw.ModelError, match=r'simulate: t = .*floor slides in a plane, and solver="pivoting" is for'):
        lw.simulate(system, start, t_end=0.7, h=2e-3, method=lw.Moreau(solver="pivoting"))


def test_methods_that_do_not_fit_a_system_are_refused():
    m = lw.Model("pendulum")
    m.connect("A", lw.Revolute("y"), m.ground, m.body("rod", lw.Rod(length=1.0, mass=1.0)))
    with pytest.raises(lw.ModelError, match="'leapfrog' is for the absolute formulation"):
        lw.simulate(lw.compile_model(m), t_end=0.1, h=1e-3, method=lw.Leapfrog())
    with pytest.raises(lw.ModelError, match="h"):
        lw.simulate(lw.compile_model(m), t_end=0.1, method=lw.Moreau())
