"""Files keep the method of a run with its fields, so that states between its steps are those that it had."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import linkwork as lw
from linkwork.analyses.methods.registry import METHODS, stored_method
from tests.results.machines import pendulum_model

OTHERS = (
    lw.GeneralizedAlpha(rho_inf=0.3),
    lw.TimeElements(4, fields="mixed", quadrature="lobatto", threads=None),
)


@pytest.mark.parametrize("method", [*METHODS.values(), *OTHERS], ids=lambda one: one.name)
def test_a_method_is_found_again_from_plain_data(method) -> None:
    assert stored_method(json.loads(json.dumps(method.data))) == method


def test_what_is_not_shipped_is_not_found() -> None:
    class Own(lw.OneStep):
        name, order = "own", 1

        def step(self, f, t, y, h):
            return y + h * f(t, y)

    own = replace(METHODS["rk4"].tableau, name="my table")
    assert stored_method(Own().data) is None
    assert stored_method({"kind": "RungeKutta", "name": own.name, "fields": {}}) is None


@pytest.mark.parametrize("method", [lw.TimeElements(1), lw.GeneralizedAlpha(rho_inf=0.8), METHODS["radau"]])
def test_states_between_steps_are_those_of_the_method(method, tmp_path: Path) -> None:
    """An element of degree one is far from the true motion within a long step, and so must a loaded run be.

    Files keep rows and no polynomials: between rows of Radau IIA a loaded run is on a cubic, within the tolerance.
    """
    system = lw.compile_model(pendulum_model(), coordinates="absolute")
    h = None if method.name == "radau" else 0.02
    run = lw.simulate(system, None, 0.5, method=method, h=h)
    run.save(tmp_path / "run.nc")
    back = lw.load_run(tmp_path / "run.nc")
    options = back.certificate.options
    assert options["method"]["kind"] == type(method).__name__ and options["h"] == h
    for t in (0.013, 0.26, 0.487):
        np.testing.assert_allclose(back.at(t).q, run.at(t).q, atol=1e-12 if h else 1e-8)


def test_a_file_without_options_says_why_it_has_no_states_between(tmp_path: Path) -> None:
    system = lw.compile_model(pendulum_model(), coordinates="absolute")
    run = lw.simulate(system, None, 0.2, h=0.05)
    replace(run, certificate=replace(run.certificate, options={})).save(tmp_path / "run.nc")
    back = lw.load_run(tmp_path / "run.nc")
    with pytest.raises(lw.ModelError, match="of an older version, does not say with which options its method ran"):
        back.at(0.13)
