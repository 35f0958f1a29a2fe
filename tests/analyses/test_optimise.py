"""Optimisation: against known optima, another solver, and models that must be models again."""

import sys

import numpy as np
import pytest

import linkwork as lw
from tests.analyses.design_models import POOR, TARGET, coupler_four_bar, pen_positions, suspension, synthesise


@pytest.mark.seed("S0.16", passage="chapter 10")
def test_a_four_bar_passes_ten_points_from_a_poor_start():
    points = pen_positions(lw.compile_model(coupler_four_bar(TARGET)))
    system, found = synthesise(points, POOR)
    assert found.success and found.value < 1e-20
    # The result is a model again: assembled at the crank angles that were found, its pen is on the points.
    model = found.model(system.model)
    again = lw.compile_model(model)
    assert model.parameters["b"].value == found.values["b"]
    for k, point in enumerate(points):
        angles = {f"{bar}.angle": found.values[f"{bar}_{k}"] for bar in "ABC"}
        state = lw.assemble(again, {"A.angle": angles.pop("A.angle")}, angles)
        place = again.evaluate("body_poses", state)
        n = again.topology.body("coupler").number
        pen = place.p[n] + place.R[n] @ state.worth(model["coupler"]["pen"].X.p)
        assert pen[:2] == pytest.approx(point, abs=1e-8)


@pytest.mark.seed("S0.16")
def test_a_suspension_is_tuned_with_bounds_and_constraints():
    """Frequencies and decay as wanted: met where nothing holds, and as far as a constraint on the stiffness allows."""
    system = lw.compile_model(suspension())

    def away(at):
        found = at.equilibrium(system).eigenvalues
        frequencies, decay = (found.imag * found.imag).sum() - 12_000.0, found.real.sum() + 20.0
        return frequencies * frequencies / 1e6 + decay * decay / 100.0

    def soft(at):
        return (2.0e4 - at["k"]) / 2.0e4

    start = {"k": 1.5e4, "d": 1.0e3}
    bounds = {"k": (5e3, 5e4), "d": (1e2, 1e4)}
    free = lw.optimise(away, start, bounds=bounds)
    held = lw.optimise(away, start, bounds=bounds, constraints=[soft])
    assert free.success
    assert free.value < 1e-6
    assert held.success
    assert held.values["k"] == pytest.approx(2.0e4, rel=1e-6)
    assert free.value < held.value < away(lw.Design(start)).value


def absorber() -> lw.Model:
    """A mass of 1 kg on a spring of 100 N/m with an absorber of 0.1 kg; Parameters `k` and `d` of the absorber."""
    k, d = lw.Parameter("k", 12.0), lw.Parameter("d", 0.2)
    m = lw.Model("absorber", gravity=(0, 0, 0))
    mass, small = m.body("mass", mass=1.0), m.body("small", mass=0.1)
    m.connect("x", lw.Prismatic("x"), m.ground, mass)
    m.connect("y", lw.Prismatic("x"), mass, small)
    m.connect("wall", lw.Spring(100.0, length=1.0), m.ground.at(-1, 0, 0), mass.at(0, 0, 0))
    m.connect("link", lw.Spring(k, damping=d, length=1.0), mass.at(-1, 0, 0), small.at(0, 0, 0))
    return m


@pytest.mark.slow
@pytest.mark.seed("S0.16")
@pytest.mark.parametrize("method", [pytest.param("SLSQP", marks=pytest.mark.slow), "ipopt"])
def test_an_absorber_is_tuned_by_its_motion(method):
    """What is left of the motion after a while is made least: the exact gradient vanishes there, whoever found it."""
    if method == "ipopt":
        pytest.importorskip("ipyopt")
    system = lw.compile_model(absorber())

    def left(at):
        start = at.start(system, {"x.displacement": 0.1})
        run = at.simulate(system, start, 1.6, times=[1.4, 1.5, 1.6], rtol=1e-6, atol=1e-8)
        return (run["x.displacement"] ** 2 * 100.0 + run["x.displacement_dot"] ** 2).sum()

    start = {"k": 7.0, "d": 0.5}
    found = lw.optimise(left, start, bounds={"k": (1.0, 30.0), "d": (0.1, 5.0)}, method=method, tolerance=1e-7)
    first, there = lw.gradient(left, start), lw.gradient(left, found.values)
    assert found.success and there.value < 0.5 * first.value
    for name in start:
        assert abs(there[name]) < 1e-2 * abs(first[name])


def test_the_least_peak_load_of_a_landing():
    """A mass falls on a spring with a damper: the least peak force is found where the gradient changes its sign."""
    d = lw.Parameter("d", 5.0)
    m = lw.Model("landing", gravity=(0, 0, 0))
    mass = m.body("mass", mass=1.0)
    m.connect("z", lw.Prismatic("x"), m.ground, mass)
    m.connect("stop", lw.Spring(100.0, damping=d, length=1.0), m.ground.at(-1, 0, 0), mass.at(0, 0, 0))
    system = lw.compile_model(m)

    def peak(at):
        start = at.start(system, {"z.displacement_dot": -1.0})
        run = at.simulate(system, start, 0.2, times=21, rtol=1e-6, atol=1e-8)
        return abs(run["stop.force"]).max()

    found = lw.optimise(peak, {"d": 2.0}, bounds={"d": (0.0, 15.0)}, tolerance=1e-5)
    # Independent: the closed form of the force, maximised over time and minimised over the damping ratio on a grid.
    zeta, s = np.meshgrid(np.linspace(0.01, 0.6, 500), np.linspace(0.0, 3.0, 301))
    w = np.sqrt(1 - zeta**2)
    x = np.exp(-zeta * s) * np.sin(w * s) / w
    v = np.exp(-zeta * s) * (np.cos(w * s) - zeta * np.sin(w * s) / w)
    force = 10.0 * np.abs(x + 2 * zeta * v).max(axis=0)
    assert found.value == pytest.approx(force.min(), rel=3e-3)
    assert found.values["d"] / 20.0 == pytest.approx(zeta[0, force.argmin()], abs=0.02)


def bowl(at):
    return (at["x"] - 1.0) ** 2 * 100.0 + (at["y"] - at["x"] ** 2) ** 2


@pytest.mark.parametrize("method", ["SLSQP", "trust-constr", "ipopt"])
def test_solvers_agree_under_constraints_and_bounds(method):
    if method == "ipopt":
        pytest.importorskip("ipyopt")
    start, told = {"x": -1.0, "y": 2.0}, []
    low = lw.optimise(
        bowl,
        start,
        constraints=[lambda at: 1.5 - at["x"] - at["y"]],
        method=method,
        progress=lambda count, value: told.append((count, value)),
    )
    # On x + y = 1.5 the slopes along it vanish.
    x, y = low.values["x"], low.values["y"]
    assert low.success and x + y == pytest.approx(1.5, abs=1e-7)
    assert 200 * (x - 1) - 4 * x * (y - x**2) == pytest.approx(2 * (y - x**2), abs=1e-3)
    assert [count for count, _ in told] == list(range(1, len(told) + 1))
    edge = lw.optimise(
        bowl, start, equalities=[lambda at: 1.5 - at["x"] - at["y"]], bounds={"x": (-2.0, 0.5)}, method=method
    )
    assert edge.values == pytest.approx({"x": 0.5, "y": 1.0}, abs=1e-4)


def test_ipopt_says_how_it_ended_and_what_it_needs(monkeypatch):
    pytest.importorskip("ipyopt")
    short = lw.optimise(bowl, {"x": -1.0, "y": 2.0}, method="ipopt", iterations=2)
    assert not short.success and short.message == "the iterations were used up"
    impossible = [lambda at: -1.0 - at["x"] ** 2]
    never = lw.optimise(bowl, {"x": -1.0, "y": 2.0}, method="ipopt", constraints=impossible)
    assert not never.success and never.message == "the constraints cannot be met here"

    def broken(at):
        if at.values["x"] != -1.0:
            raise KeyError("a mistake in the objective")
        return bowl(at)

    with pytest.raises(KeyError, match="a mistake"):
        lw.optimise(broken, {"x": -1.0, "y": 2.0}, method="ipopt")
    monkeypatch.setitem(sys.modules, "ipyopt", None)
    with pytest.raises(lw.ModelError, match=r"method='ipopt' needs ipyopt: pip install 'linkwork\[ipopt\]'"):
        lw.optimise(bowl, {"x": -1.0, "y": 2.0}, method="ipopt")


def test_bad_input_is_named():
    with pytest.raises(lw.ModelError, match=r"l starts at 0\.8, outside its bounds 1 to 2"):
        lw.optimise(lambda at: at["l"] ** 2, {"l": 0.8}, bounds={"l": (1.0, 2.0)})
    with pytest.raises(lw.ModelError, match="the bounds of l, 2 to 0, are reversed; give the lower one first"):
        lw.optimise(lambda at: at["l"] ** 2, {"l": 0.8}, bounds={"l": (2.0, 0.0)})
    with pytest.raises(lw.ModelError, match="bounds: there is no variable 'length'"):
        lw.optimise(lambda at: at["l"] ** 2, {"l": 0.8}, bounds={"length": (0.0, 2.0)})
    with pytest.raises(lw.ModelError, match="there is no method 'simplex'"):
        lw.optimise(lambda at: at["l"] ** 2, {"l": 0.8}, method="simplex")
    with pytest.raises(lw.ModelError, match="several numbers: use method='least-squares'"):
        lw.optimise(lambda at: lw.stacked([at["l"], at["l"] - 1.0]), {"l": 0.8}, method="ipopt")
    with pytest.raises(lw.ModelError, match="one number: name another method"):
        lw.optimise(lambda at: at["l"] ** 2, {"l": 0.8}, method="least-squares")
    with pytest.raises(lw.ModelError, match="least squares take bounds only"):
        lw.optimise(lambda at: lw.stacked([at["l"], at["l"]]), {"l": 0.8}, constraints=[lambda at: at["l"]])
    with pytest.raises(lw.ModelError, match="there is no variable 'k'"):
        lw.optimise(lambda at: at["k"] ** 2, {"l": 0.8})


def test_an_optimum_is_as_good_as_the_runs_it_rests_on():
    m = lw.Model("swing")
    rod = m.body("rod", lw.Rod(length=1.0, mass=2.0))
    m.connect("A", lw.Revolute("y"), m.ground, rod)
    m.connect("spring", lw.TorsionSpring(stiffness=lw.Parameter("k", 50.0), axis="y"), m.ground, rod)
    system = lw.compile_model(m)

    def away(rtol):
        return lambda at: (at.simulate(system, {"A.angle": 1.0}, 3.0, times=[3.0], rtol=rtol)["A.angle"][0] - 0.5) ** 2

    rough, fine = (lw.optimise(away(rtol), {"k": 50.0}) for rtol in (1e-1, 1e-8))
    assert fine.verdict.is_good and rough.success
    assert rough.verdict.level == "doubtful" and "energy and work differ" in rough.verdict.reasons[0]
    assert abs(rough.values["k"] / fine.values["k"] - 1.0) > 1e-4  # it is indeed off
