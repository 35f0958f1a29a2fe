"""The generalized-α method is one method in both formulations."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.absolute import saddle_memory
from linkwork.numerics.integrators import alpha_scheme

ROUNDING = 5e-15
"""Residuals of a mechanism of the size of a metre that are none."""


def four_bar() -> lw.Model:
    m = lw.Model("four-bar", gravity=(0, 0, -9.81))
    crank = m.body("crank", lw.Rod(length=0.2, mass=1.0))
    coupler = m.body("coupler", lw.Rod(length=0.9, mass=2.0))
    rocker = m.body("rocker", lw.Rod(length=0.5, mass=1.5))
    m.connect("A", lw.Revolute("y"), m.ground, crank)
    m.connect("B", lw.Revolute("y"), crank.at(0.2, 0, 0), coupler)
    m.connect("C", lw.Revolute("y"), coupler.at(0.9, 0, 0), rocker)
    m.connect("D", lw.Revolute("y"), rocker.at(0.5, 0, 0), m.ground.at(0.8, 0, 0))
    m.connect("k", lw.Spring(200, damping=3, length=0.4), m.ground.at(0, 0, 0.3), rocker.at(0.2, 0, 0))
    return m


def both() -> list[tuple[Any, lw.State]]:
    """The four-bar at one place, as a tree and in absolute coordinates."""
    tree = lw.compile_model(four_bar())
    absolute = lw.compile_model(four_bar(), coordinates="absolute")
    start = lw.assemble(tree, fixed={"A.angle": 0.3}, guess={"B.angle": -0.4})
    at = tree.evaluate("body_poses", start)
    number = {name: tree.topology.body(name).number for name in tree.model.bodies}
    return [(tree, start), (absolute, absolute.placed({b: (at.R[k], at.p[k]) for b, k in number.items()}))]


@pytest.mark.parametrize("rtol", [1e-5, 1e-6])
def test_a_four_bar_takes_the_same_steps_in_both_formulations(rtol: float) -> None:
    tree, absolute = (
        lw.simulate(system, start, 1.0, method="generalized_alpha", rtol=rtol).certificate for system, start in both()
    )
    # Coordinates, and so the means of their errors, differ.
    assert abs(absolute.steps / tree.steps - 1.0) <= 0.2
    assert absolute.rejected <= 0.03 * absolute.steps
    for name in ("position_error", "velocity_error"):
        one, other = sorted(max(getattr(c, name), ROUNDING) for c in (tree, absolute))
        assert other <= 2.0 * one, name


def test_steps_of_a_given_length_go_on_with_factors_of_steps_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """By fronts, as large systems: of order 2, rows closed as far as they are asked for, few accelerations solved."""
    monkeypatch.setattr(saddle_memory, "DENSE_SADDLE_SIZE", 0)
    monkeypatch.setattr(saddle_memory, "BLOCK_SADDLE_SIZE", 0)
    system, start = both()[1]
    exact = lw.simulate(system, start, 0.3, method="weak3", h=5e-3)["coupler.position"][-1]

    def error(h: float) -> float:
        run = lw.simulate(system, start, 0.3, method="generalized_alpha", h=h)
        told = run.certificate
        assert told.position_error < 1e-11 and told.velocity_error < 1e-6
        assert told.evaluations < 1.2 * told.steps
        return float(np.abs(run["coupler.position"][-1] - exact).max())

    assert 3.5 < error(2e-3) / error(1e-3) < 4.5


@pytest.mark.parametrize("form", ["tree", "absolute"])
def test_a_step_of_given_length_without_a_solution_is_taken_in_shorter_ones(form: str) -> None:
    """A top that turns by a whole turn in a step: halves of it are taken, none of them tiny."""
    m = lw.Model("top")
    m.connect("A", lw.Spherical(), m.ground, m.body("top", mass=1.0, com=(0, 0, 0.1), inertia=(0.02, 0.03, 0.01)))
    system = lw.compile_model(m, form)
    spin = {"w_x": 20.0, "w_y": 6.0, "w_z": 60.0}
    owner = "A" if form == "tree" else "top"
    start = system.rest.with_values({f"{owner}.{name}": value for name, value in spin.items()})
    run = lw.simulate(system, start, 0.4, h=0.1, method="generalized_alpha", times=[0.1, 0.2, 0.3, 0.4])
    certificate = run.certificate
    assert certificate.status == "done" and "step_too_long" in certificate.notes.codes
    assert certificate.steps > 4 and certificate.step_range[0] > 1e-3
    assert run.t[-1] == 0.4 and certificate.position_error < 1e-12


@pytest.mark.parametrize("rho_inf", [0.0, 0.5, 0.8, 1.0])
def test_formulas_of_a_step_belong_together(rho_inf: float) -> None:
    c = alpha_scheme.coefficients(rho_inf)
    rate, rate_new, a = np.random.default_rng(1).standard_normal((3, 4))
    a_new = alpha_scheme.new_acceleration(c, rate_new, rate, a)
    step = alpha_scheme.new_acceleration(c, rate_new + 1.0, rate, a) - a_new
    assert step == pytest.approx(np.full(4, alpha_scheme.gain(c)), abs=1e-13)


def test_the_reference_of_the_error_is_of_third_order() -> None:
    def missed(h: float) -> tuple[float, float]:
        f = [np.exp(t) for t in (-h, 0.0, h)]
        bent = alpha_scheme.bend(*f, h, h)
        velocity = alpha_scheme.good_velocity(1.0, f[1], f[2], bent, h) - np.exp(h)
        mean = alpha_scheme.good_mean_velocity(1.0, f[1], f[2], bent, h) - np.expm1(h) / h
        return abs(velocity), abs(mean)

    for coarse, fine in zip(missed(0.02), missed(0.01), strict=True):
        assert coarse / fine > 7.5
