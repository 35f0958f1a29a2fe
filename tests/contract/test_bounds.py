"""Bounds of functions of time, and drives that are smooth although they have roots."""

import math

import numpy as np
import pytest

import linkwork as lw
from linkwork.contract.signal import bounds_of
from linkwork.expr.evaluate import evaluate
from linkwork.expr.graph import as_expr

K = lw.Parameter("k", 0.3)
ANALYTIC = {
    "root": lw.sqrt(1 - 0.01 * lw.sin(lw.t) ** 2),
    "root with a Parameter": lw.sqrt(1 - K**2 * lw.sin(lw.t) ** 2),
    "crank": 0.1 * lw.cos(lw.t) + lw.sqrt(0.3**2 - 0.1**2 * lw.sin(lw.t) ** 2),
    "power": (2.0 + lw.cos(lw.t)) ** 1.5,
    "arc": lw.asin(0.25 * lw.sin(3 * lw.t)),
    "angle": lw.atan2(lw.sin(lw.t), 2.0 + lw.cos(lw.t)),
    "hypotenuse": lw.sqrt(1.0 + lw.t * lw.t),
    "quotient": lw.sqrt(1.0 / (1.5 + lw.tanh(lw.t))),
    "size": abs(3.0 + lw.sin(lw.t)),
}
BROKEN = {
    "root": lw.sqrt(lw.t),
    "touching zero": lw.sqrt(1 - lw.sin(lw.t) ** 2),
    "size": abs(lw.sin(lw.t)),
    "arc": lw.asin(lw.sin(lw.t)),
    "larger": lw.maximum(lw.sin(lw.t), 0.0),
    "angle": lw.atan2(lw.sin(lw.t), lw.cos(lw.t)),
}


def driven(signal: object) -> lw.System:
    m = lw.Model("driven")
    rod = m.body("rod", lw.Rod(length=1.0, mass=1.0))
    m.connect("A", lw.Revolute("y"), m.ground, rod, drive={"angle": signal})
    return lw.compile_model(m)


@pytest.mark.parametrize("name", [*ANALYTIC, *(f"broken {name}" for name in BROKEN)])
def test_bounds_hold_at_all_times(name: str) -> None:
    value = as_expr(BROKEN[name.removeprefix("broken ")] if name.startswith("broken ") else ANALYTIC[name])
    low, high = bounds_of([value])[value]
    times = np.linspace(0.0, 40.0, 4001)
    found = evaluate([value], {lw.t: times, K: 0.3})[0]
    assert low - 1e-12 <= np.nanmin(found) and np.nanmax(found) <= high + 1e-12


@pytest.mark.parametrize("name", ANALYTIC)
def test_an_analytic_drive_is_accepted(name: str) -> None:
    """And its third derivative stays bounded, by differences."""
    signal = lw.Expression(ANALYTIC[name])
    assert signal.smoothness == math.inf
    t = np.linspace(0.0, 20.0, 20001)
    assert np.abs(np.diff(signal(t), 3)).max() / 1e-9 < 100.0
    driven(signal)


@pytest.mark.parametrize("name", BROKEN)
def test_a_drive_with_corners_is_refused_and_the_way_out_is_named(name: str) -> None:
    with pytest.raises(lw.ModelError, match=r"'A': .*not smooth enough.*lw.Expression\(function, smooth=2\)"):
        driven(BROKEN[name])
    driven(lw.Expression(BROKEN[name], smooth=2))


def test_a_formula_names_its_own_way_out() -> None:
    driven(lw.Formula("sqrt(1 - 0.01*sin(t)**2)"))
    with pytest.raises(lw.ModelError, match=r"lw.Formula\(text, smooth=2\)"):
        driven(lw.Formula("abs(sin(t))"))


@pytest.mark.parametrize("given", [True, "yes", -3])
def test_smooth_is_a_number_of_derivatives(given: object) -> None:
    for make in (lambda: lw.Expression(lw.t, smooth=given), lambda: lw.Formula("t", smooth=given)):
        with pytest.raises(lw.ModelError, match=r"smooth = .*: give the number of continuous derivatives, such as 2"):
            make()
