"""Hatze's muscle with two inputs and five states (S0 §3.5) against reference case M1."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.optimize import brentq

import linkwork as lw
from linkwork.expr import make_function, symbols
from linkwork.kernels import compile_function
from validation.reference.hatze_muscle import GIVEN, M1, inputs, isometric, muscle, states


def check(run, samples, name="m"):
    """States and forces at samples, relative to the greatest of each."""
    for own in states(samples[0]):
        wanted = np.array([states(sample)[own] for sample in samples])
        np.testing.assert_allclose(run[f"{name}.{own}"], wanted, rtol=0, atol=2e-10 * np.abs(wanted).max(), err_msg=own)
    for channel, what in (("tension", "force"), ("passive_force", "parallel_force")):
        wanted = np.array([sample[what] for sample in samples])
        np.testing.assert_allclose(run[f"{name}.{channel}"], wanted, rtol=0, atol=2e-10 * np.abs(wanted).max())


@pytest.mark.few(1)
@pytest.mark.seed("S0.5", passage="§3.5, Hatze's muscle")
@pytest.mark.parametrize("formulation", ["tree", "absolute"])
def test_isometric(formulation):
    of, samples = M1["isometric"]["parameters"], M1["isometric"]["samples"]
    run = lw.simulate(
        lw.compile_model(isometric(), formulation), None, times=of["t"], method="dop853", rtol=1e-13, atol=1e-15
    )
    check(run, samples)
    active = [sample["active_state"] for sample in samples]
    recruited = np.interp(of["t"], *np.transpose(of["n"]))
    np.testing.assert_allclose(run["m.activation"], recruited * active, rtol=1e-9)


@pytest.mark.few(1)
@pytest.mark.seed("S0.5", passage="§3.5, Hatze's muscle")
@pytest.mark.parametrize("formulation", ["tree", "absolute"])
def test_a_mass_hangs_on_the_muscle(formulation):
    of, samples = M1["mass"]["parameters"], M1["mass"]["samples"]
    m = lw.Model("mass", gravity=(of["g"], 0, 0))
    block = m.body("block", mass=of["m"])
    m.connect("slide", lw.Prismatic("x"), m.ground, block, initial={"displacement": samples[0]["length"]})
    m.connect("m", muscle(), m.ground, block, inputs=inputs(of), initial=states(samples[0]))
    run = lw.simulate(lw.compile_model(m, formulation), None, times=of["t"], method="dop853", rtol=1e-13, atol=1e-15)
    check(run, samples)
    np.testing.assert_allclose(run["slide.displacement"], [s["length"] for s in samples], rtol=1e-10)
    np.testing.assert_allclose(run["slide.displacement_dot"], [s["length_rate"] for s in samples], atol=1e-10)


def test_isotonic():
    """The limit of no mass: at a given load the length follows from F_s + F_p, and the element has the rates."""
    of, samples, element = M1["isotonic"]["parameters"], M1["isotonic"]["samples"], muscle()
    z, i, e = symbols("z", 5), symbols("i", 2), symbols("e")
    named = {"e": e, "i": element.i(i), "z": element.z(z)}
    outputs = {"rates": element.state_dot(**named), "F": element.law(e_dot=0.0 * e, **named)}
    kernel = compile_function(make_function("muscle", {"e": e, "z": z, "i": i}, outputs))
    drive = [of["v"][1][1], of["n"][0][1]]

    def length(z):
        return brentq(lambda x: of["load"] + float(kernel(x, z, drive).F), 0.25, 0.4, xtol=1e-15)

    first = samples[0]
    z0 = list(states(first).values())
    assert length(z0) == pytest.approx(of["length"], abs=1e-12)
    times = [sample["t"] for sample in samples]
    rates = lambda t, z: np.ravel(kernel(length(z), z, drive).rates)  # noqa: E731
    run = solve_ivp(rates, (times[0], times[-1]), z0, "DOP853", t_eval=times, rtol=1e-12, atol=1e-14)
    for sample, z in zip(samples, run.y.T, strict=True):
        np.testing.assert_allclose(z, list(states(sample).values()), rtol=1e-7, atol=1e-8)
        assert length(z) == pytest.approx(sample["length"], abs=1e-10)
        assert z[-1] == pytest.approx(sample["xi"] * GIVEN["l_opt"], abs=1e-11)


def test_curves_of_the_case():
    for row in M1["force_velocity"]:
        force = lw.elements.actuators.hatze_curves.hatze_velocity_force(row["eta"])
        assert force == pytest.approx(row["g"], rel=1e-13)
    element = muscle()
    for row in M1["steady"]:
        z = element.z([0.0, 0.0, row["calcium_relative"], 0.0, row["xi"] * GIVEN["l_opt"]])
        found = element.active_state(0.3, element.i([0.0, 1.0]), z)
        assert found == pytest.approx(row["active_state"], rel=1e-12)


def test_bad_parallel_elements_are_explained():
    with pytest.raises(lw.ModelError, match='give parallel_length with parallel="muscle", and only then'):
        lw.HatzeMuscle(1.0, 0.1, 0.1, parallel="muscle")
