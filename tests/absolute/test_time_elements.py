"""Finite elements in time on mechanisms: reference cases B1–B3, orders, charts, constraints, momenta, long elements."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

import linkwork as lw
from tests.absolute.linkages import angle_error, bars, error, linkage, sample, start
from tests.absolute_models import four_bar
from tests.reference_models import case


@pytest.mark.seed("S3.5", passage="examples")
@pytest.mark.parametrize("form", ["nodal", "weighted"])
@pytest.mark.parametrize(("k", "steps", "bound"), [(1, 20, 5.1e-3), (2, 10, 1e-5), (3, 6, 1e-6)])
def test_b1_two_bars(form: str, k: int, steps: int, bound: float) -> None:
    data = case("B1_two_bar_spherical")["cases"]["case1"]
    system = bars()
    errors = []
    for count in (steps, 2 * steps):
        at = start(system, data["initial"])
        run = lw.simulate(
            system, at, 0.5, h=0.5 / count, times=[0.5], method=lw.TimeElements(degree=k, constraints=form)
        )
        errors.append(error(run, sample(data, 0.5)))
    assert errors[0] < bound
    assert np.log2(errors[0] / errors[1]) == pytest.approx(2 * k, abs=0.15)
    if form == "nodal":
        assert run.certificate.position_error < 1e-13
    assert run.certificate.velocity_error < 1e-11


@pytest.mark.seed("S3.5")
@pytest.mark.parametrize(("k", "h", "bound"), [(2, 1e-3, 3.6e-6), pytest.param(3, 1e-3, 5e-9, marks=pytest.mark.slow)])
def test_b1_a_spinning_bar(k: int, h: float, bound: float) -> None:
    data = case("B1_two_bar_spherical")["cases"]["case2_spin_1000"]
    system = bars()
    run = lw.simulate(system, start(system, data["initial"]), 0.05, h=h, times=[0.05], method=lw.TimeElements(degree=k))
    assert error(run, sample(data, 0.05)) < bound


@pytest.mark.seed("S3.5")
@pytest.mark.parametrize("which", ["i=x1_j=z2", pytest.param("i=z1_j=x2", marks=pytest.mark.slow)])
def test_b2_universal_joint(which: str) -> None:
    data = case("B2_two_bar_universal")["cases"][which]
    system, errors = bars(which), []
    for count in (10, 20):
        run = lw.simulate(system, start(system, data["initial"]), 0.25, h=0.25 / count, times=[0.25], method="weak2")
        errors.append(error(run, sample(data, 0.25)))
    assert errors[1] < 1e-5
    assert np.log2(errors[0] / errors[1]) == pytest.approx(4.0, abs=0.2)


@pytest.mark.seed("S3.4", "S3.5")
def test_b3_fifteen_bars() -> None:
    system, at = linkage()
    run = lw.simulate(system, at, 0.1, h=0.01, times=[0.1], method="weak2")
    assert angle_error(run, 0.1) < 2e-4
    assert run.certificate.position_error < 1e-13
    wanted = sample(case("B3_fifteen_bar")["cases"][0], 0.1)["force_on_bar15_at_D"]
    assert np.allclose(lw.loads(system, run.final)["D"].force[:2], wanted, rtol=2e-3)


@pytest.mark.slow
@pytest.mark.seed("S3.5")
@pytest.mark.parametrize(
    ("k", "h", "bound"), [(1, 0.0025, 5e-4), (2, 0.01, 1.4e-4), (2, 0.005, 9e-6), (2, 0.0025, 6e-7), (3, 0.005, 4e-8)]
)
def test_b3_to_the_digits_of_its_order(k: int, h: float, bound: float) -> None:
    system, at = linkage()
    run = lw.simulate(system, at, 0.3, h=h, times=[0.3], method=lw.TimeElements(degree=k))
    assert angle_error(run, 0.3) < bound


@pytest.mark.seed("S3.3", passage="(8)–(13)")
@pytest.mark.seed("S3.1")
def test_primal_and_mixed_form_agree_on_a_loop() -> None:
    """The document's form of constraints, on a loop in its own coordinates: other unknowns, the same motion."""
    tree = lw.compile_model(four_bar())
    at = lw.assemble(tree, fixed={"J0.angle": -0.8}, guess={"J1.angle": 0.9})
    one, other = (
        lw.simulate(tree, at, 0.1, h=0.02, method=lw.TimeElements(constraints="weighted", fields=fields))
        for fields in ("primal", "mixed")
    )
    assert np.allclose(one.q, other.q, rtol=0, atol=1e-10)
    assert np.allclose(one.u, other.u, rtol=0, atol=1e-9)
    assert "mixed" in other.certificate.method


@pytest.mark.seed("S3.2")
@pytest.mark.parametrize("quadrature", ["full", pytest.param("lobatto", marks=pytest.mark.slow)])
def test_other_quadratures_keep_the_order_with_constraints(quadrature: str) -> None:
    """A spring, so that forces change along the element."""
    system = _sprung()
    at = system.state({"b.x": 0.6, "b.z": -0.8, "b.e0": np.cos(0.3), "b.e2": np.sin(0.3)})
    at = replace(lw.assemble(system, guess={n: at[n] for n in ("b.x", "b.z", "b.e0", "b.e2")}), t=0.0)
    ends = [
        lw.simulate(system, at, 0.4, h=h, times=[0.4], method=lw.TimeElements(quadrature=q)).q[-1]
        for h, q in ((0.1, quadrature), (0.05, quadrature), (0.0125, "gauss"))
    ]
    errors = [np.abs(x - ends[-1]).max() for x in ends[:-1]]
    assert np.log2(errors[0] / errors[1]) == pytest.approx(4.0, abs=0.4)


@cache
def _sprung() -> lw.System:
    m = lw.Model("sprung")
    body = m.body("b", mass=1.0, com=(0, 0, -0.5), inertia=(0.1, 0.12, 0.05))
    m.connect("A", lw.Spherical(), m.ground.at(0, 0, 0), body.at(0, 0, 0.5))
    m.connect("s", lw.Spring(stiffness=40.0, length=0.5, damping=0.0), m.ground.at(1, 0.2, 0), body.at(0, 0.1, -0.5))
    return lw.compile_model(m, coordinates="absolute")


@pytest.mark.seed("S3.3")
@pytest.mark.parametrize("form", ["nodal", "weighted"])
def test_nonholonomic_rows_move_a_skate_like_the_exact_solution(form: str) -> None:
    """A skate on an incline of slope force g: with spin ω, x = g/(2ω²) sin²ωt and y = g/(2ω²)(ωt − ½ sin 2ωt)."""
    system, spin, push = _skate(), 2.0, 3.0
    at = system.state({"b.w_z": spin})
    errors = []
    for h in (0.1, 0.05):
        run = lw.simulate(system, at, 1.0, h=h, times=[1.0], method=lw.TimeElements(constraints=form))
        x = push / (2 * spin**2) * np.sin(spin) ** 2
        y = push / (2 * spin**2) * (spin - 0.5 * np.sin(2 * spin))
        errors.append(np.abs(run["b.position"][-1, :2] - [x, y]).max())
    assert errors[1] < 2e-6
    assert np.log2(errors[0] / errors[1]) == pytest.approx(4.0, abs=0.2)


@cache
def _skate() -> lw.System:
    m = lw.Model("skate", gravity=(3.0, 0, 0))
    body = m.body("b", mass=1.0, inertia=(0.1, 0.1, 0.1))
    m.connect("plane", lw.Planar("z"), m.ground, body)
    m.connect("blade", lw.KnifeEdge(), m.ground, body)
    return lw.compile_model(m, coordinates="absolute")


@pytest.mark.seed("S3.3")
def test_mean_reactions_come_from_the_multipliers_of_an_element() -> None:
    """−μ/h of a body that hangs still is its weight; in motion, the mean of the pointwise reaction."""
    from linkwork.absolute.motion import accelerate
    from linkwork.absolute.weak_form import WeakAbsolute
    from linkwork.numerics.integrators.time_elements import step
    from linkwork.numerics.integrators.time_shapes import TimeElement

    system = bars()
    at = start(system, case("B1_two_bar_spherical")["cases"]["case1"]["initial"])
    elements = system.elements
    tables = elements.tables(at.parameters)
    for form in ("nodal", "weighted"):
        mechanics, here = WeakAbsolute(elements, tables), elements.configuration(at)
        momenta = mechanics.vectors(here, np.zeros(mechanics.rows), (1.0, 0.0, 0.0)).r
        new = step(TimeElement(2, form=form), mechanics, here, momenta, 2e-3)
        assert new is not None
        before, after = (accelerate(elements, place, tables).lam for place in (here, new.at))
        assert np.allclose(new.lam, 0.5 * (before + after), atol=2e-2 * np.abs(after).max())


def test_the_chart_at_the_start_loses_energy_and_the_middle_does_not() -> None:
    system = _top()
    at = system.state({"b.w_x": 1.0, "b.w_y": 2.0, "b.w_z": 0.1})
    drift = {}
    for chart in ("middle", "start"):
        run = lw.simulate(system, at, 40.0, h=0.4, method=lw.TimeElements(chart=chart))
        energy = run["energy"] - run["energy"][0]
        drift[chart] = abs(np.mean(energy[-20:]) - np.mean(energy[:20]))
    assert drift["middle"] < 0.2 * drift["start"]


@cache
def _top() -> lw.System:
    m = lw.Model("top", gravity=(0, 0, 0))
    m.body("b", mass=1.0, inertia=(1.0, 2.0, 2.5))
    return lw.compile_model(m, coordinates="absolute")


def test_momentum_of_a_free_body_is_kept_and_steps_are_reversible() -> None:
    system = _top()
    at = system.state({"b.w_x": 1.0, "b.w_y": 2.0, "b.w_z": 0.1, "b.v_x": 1.0})
    run = lw.simulate(system, at, 5.0, h=0.1, method="weak2")
    R, w = run["b.rotation"], run["b.angular_velocity"]
    spin = np.einsum("tij,j,tkj,tk->ti", R, [1.0, 2.0, 2.5], R, w)
    assert np.abs(spin - spin[0]).max() < 1e-12
    back = lw.simulate(system, replace(run.final, u=-run.final.u, t=0.0), 5.0, h=0.1, method="weak2")
    assert np.allclose(back.q[-1], at.q, atol=1e-10)


def test_momentum_maps_of_two_bars_on_a_joint() -> None:
    """Free in space: linear momentum, and angular momentum about the origin, to rounding."""
    m = lw.Model("free pair", gravity=(0, 0, 0))
    pair = [m.body(f"bar{k}", mass=1.0 + k, inertia=(0.1, 0.02, 0.12)) for k in (1, 2)]
    m.connect("B", lw.Spherical(), pair[0].at(0, -0.5, 0), pair[1].at(0, 0.5, 0))
    system = lw.compile_model(m, coordinates="absolute")
    at = system.placed(
        {"bar2": (np.eye(3), (0, -1, 0))}, {"bar1": ((1, 0, 2), (0.1, 0, 0.2)), "bar2": ((-1, 2, 1), (0.9, 0, 1.3))}
    )
    run = lw.simulate(
        system,
        lw.assemble(system, guess={n: at[n] for n in (*system.layout.q, *system.layout.u)}),
        2.0,
        h=0.1,
        method="weak2",
    )
    p, L = np.zeros((len(run), 3)), np.zeros((len(run), 3))
    for k in (1, 2):
        R, w, v, x = (run[f"bar{k}.{what}"] for what in ("rotation", "angular_velocity", "velocity", "position"))
        p += (1 + k) * v
        L += (1 + k) * np.cross(x, v) + np.einsum("tij,j,tkj,tk->ti", R, [0.1, 0.02, 0.12], R, w)
    assert np.abs(p - p[0]).max() < 1e-12
    assert np.abs(L - L[0]).max() < 1e-11


def test_trees_with_loops_and_what_they_cannot() -> None:
    tree = lw.compile_model(four_bar())
    at = lw.assemble(tree, fixed={"J0.angle": -0.8}, guess={"J1.angle": 0.9})
    exact = lw.simulate(tree, at, 0.2, rtol=1e-10, atol=1e-12)
    errors = []
    for h in (0.01, 0.005):  # longer elements are not yet in the range where the error is its leading term
        run = lw.simulate(tree, at, 0.2, h=h, method="weak2")
        errors.append(np.abs(run.q[-1] - exact.q[-1]).max())
    assert errors[1] < 1e-6 and np.log2(errors[0] / errors[1]) == pytest.approx(4.0, abs=0.4)
    for wrong, said in (
        ({"degree": 7}, "from 1 to 6"),
        ({"quadrature": "simpson"}, "quadrature"),
        ({"constraints": "none"}, "form of constraints"),
        ({"fields": "four"}, "choice of fields"),
        ({"chart": "end"}, "chart"),
    ):
        with pytest.raises(lw.ModelError, match=said):
            lw.simulate(tree, at, 1.0, h=0.1, method=lw.TimeElements(**wrong))  # type: ignore[arg-type]


def test_variable_length_and_elements_that_are_too_long() -> None:
    data = case("B1_two_bar_spherical")["cases"]["case1"]
    system = bars()
    at = start(system, data["initial"])
    found = {}
    for control in ("doubling", "indicator"):
        run = lw.simulate(system, at, 0.25, rtol=1e-5, times=[0.25], method=lw.TimeElements(control=control))
        found[control] = error(run, sample(data, 0.25))
    assert found["doubling"] < 2e-4 and found["indicator"] < found["doubling"]
    long = lw.simulate(system, at, 2.0, h=2.0, method="weak2")
    assert long.certificate.steps > 1 and any("too long" in note for note in long.certificate.notes)
