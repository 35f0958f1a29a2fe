"""Derivatives of equilibria, eigenvalues and motions: against differences and closed forms."""

import numpy as np
import pytest

import linkwork as lw
from linkwork.analyses.common.hinged_states import carried_state
from tests.analyses.design_models import cart, gyro, loop, suspension
from tests.analyses.differences import check
from tests.reference_models import servo


def loop_start(system):
    return lw.assemble(system, {"A.angle": 0.3}, {"B.angle": -0.4})


@pytest.mark.parametrize("channel", ["A.angle", "rocker.position", "D.force.x", "return.force"])
def test_equilibrium_of_a_loop(channel):
    system = lw.compile_model(loop())
    start = loop_start(system)
    check(lambda at: at.equilibrium(system, start)[channel], {"L": 0.9, "k": 200.0})


@pytest.mark.parametrize(
    ("make", "values"),
    [(suspension, {"k": 2e4, "d": 1.5e3, "road": 0.05}), (gyro, {"k": 50.0}), (loop, {"L": 0.9, "k": 200.0})],
)
def test_eigenvalues_move_with_the_equilibrium(make, values):
    system = lw.compile_model(make())
    start = loop_start(system) if make is loop else system.rest
    check(lambda at: at.equilibrium(system, start).eigenvalues.real, values)
    check(lambda at: at.equilibrium(system, start).eigenvalues.imag, values)


def test_steady_motion():
    """cos(angle) = g/(l Ω²): the arm of a governor."""
    arm_length = lw.Parameter("l", 0.5)
    m = lw.Model("governor", gravity=(0, 0, -9.81))
    hub, arm = m.body("hub", mass=1.0, inertia=(1, 1, 1)), m.body("arm", mass=1.0, com=(0, 0, -arm_length))
    m.connect("spin", lw.Revolute("z"), m.ground, hub)
    m.connect("pin", lw.Revolute("y"), hub, arm)
    system = lw.compile_model(m)

    def angle(at):
        return at.equilibrium(system, {"pin.angle": 0.9}, speeds={"spin.angle_dot": 6.0})["pin.angle"]

    ratio = 9.81 / 36.0 / 0.5
    assert lw.gradient(angle, [arm_length])["l"] == pytest.approx(ratio / 0.5 / np.sqrt(1 - ratio**2), rel=1e-10)


def test_motion_of_a_loop_by_parameters():
    system = lw.compile_model(loop())
    tight = {"rtol": 1e-11, "atol": 1e-13}

    def end(at):
        start = at.assemble(system, {"A.angle": 0.3}, {"B.angle": -0.4})
        return at.simulate(system, start, 0.4, times=[0.2, 0.4], **tight)["coupler.position"]

    def plain(values):
        start = lw.assemble(system, {"A.angle": 0.3}, {"B.angle": -0.4, **values})
        return lw.simulate(system, start, 0.4, times=[0.2, 0.4], **tight)["coupler.position"]

    check(end, {"L": 0.9, "k": 200.0}, plain=plain)


@pytest.mark.parametrize(
    ("model", "values", "channel"),
    [(gyro(), {"k": 50.0}, "top.position"), (servo(lw.Parameter("emf", 1.0)), {"emf": 1.0}, "motor.current")],
    ids=["ball joint", "states of elements"],
)
def test_motion_by_parameters(model, values, channel):
    system = lw.compile_model(model)
    tight = {"rtol": 1e-11, "atol": 1e-13, "times": [0.3]}
    check(
        lambda at: at.simulate(system, None, 0.3, **tight)[channel],
        values,
        plain=lambda v: lw.simulate(system, system.state(v), 0.3, **tight)[channel],
    )


def test_motion_by_initial_values_meets_the_constraints():
    system = lw.compile_model(loop())
    first = loop_start(system)
    found = lw.sensitivities(system, first, 0.3, parameters=["k"], initial=["A.angle"], times=[0.3])

    def end(angle: float) -> np.ndarray:
        near = {name: first[name] for name in ("B.angle", "C.angle")}
        start = lw.assemble(system, {"A.angle": angle}, near)
        return lw.simulate(system, start, 0.3, rtol=1e-12, atol=1e-13).final.q

    h = 1e-4
    by = (8 * (end(0.3 + h) - end(0.3 - h)) - (end(0.3 + 2 * h) - end(0.3 - 2 * h))) / (12 * h)
    # The unit change of the start is spread over the loop by the constraints; A.angle itself changes by one.
    assert found.y[-1, : system.layout.nq, 1] == pytest.approx(by, rel=1e-6, abs=1e-7)
    assert found.constraint_error < 1e-8


def test_bad_input_is_named():
    system = lw.compile_model(cart())
    with pytest.raises(lw.ModelError, match=r"model 'cart': there is no Parameter 'length'"):
        lw.sensitivities(system, None, 0.1, parameters=["length"])
    with pytest.raises(lw.ModelError, match="nothing depends on 'mass'"):
        lw.gradient(lambda at: at.equilibrium(system)["bob.position.x"], {"l": 0.8, "mass": 1.0})
    with pytest.raises(lw.ModelError, match="it returns float, which has no derivatives"):
        lw.gradient(lambda at: float(at.equilibrium(system)["bob.position.x"].value), {"l": 0.8})
    with pytest.raises(lw.ModelError, match=r"np\.floor has no derivative here"):
        lw.gradient(lambda at: np.floor(at.equilibrium(system)["bob.position.x"]), {"l": 0.8})
    with pytest.raises(lw.ModelError, match=r"there is no coordinate, speed or state 'pin\.angel'"):
        lw.sensitivities(system, None, 0.1, initial=["pin.angel"])
    with pytest.raises(lw.ModelError, match="is repeated: it has no derivative"):
        lw.gradient(lambda at: at.equilibrium(system).eigenvalues.real, {"l": 0.8})


def test_runs_in_absolute_coordinates_vary_like_those_of_the_tree():
    m = lw.Model("pendulum")
    rod = m.body("rod", mass=1.0, com=(0, 0, -lw.Parameter("l", 0.8)), inertia=(0.01, 0.01, 0.01))
    m.connect("pin", lw.Revolute("y"), m.ground, rod, initial={"angle": 0.6, "angle_dot": 1.0})
    found = []
    for formulation in ("tree", "absolute"):
        run = lw.sensitivities(lw.compile_model(m, formulation), None, 0.1, parameters=["l"], times=[0.1], rtol=1e-7)
        found.append(run["rod.angular_velocity"])
        assert run.constraint_error < 1e-6
    np.testing.assert_allclose(found[1].value, found[0].value, atol=1e-6)
    np.testing.assert_allclose(found[1].gradient, found[0].gradient, atol=1e-5)
    assert np.abs(found[0].gradient).max() > 1e-2


@pytest.mark.parametrize(
    ("make", "values"),
    [pytest.param(suspension, {"k": 2e4, "d": 1.5e3}, marks=pytest.mark.slow), (loop, {"L": 0.9, "k": 200.0})],
)
def test_eigenvalues_in_absolute_coordinates_move_as_in_the_tree(make, values):
    tree, system = (lw.compile_model(make(), coordinates) for coordinates in ("tree", "absolute"))
    start = loop_start(tree) if make is loop else tree.rest
    guesses = (start, carried_state(system, tree, start))
    pair = zip((tree, system), guesses, strict=True)
    expected, found = (
        [lw.gradient(lambda at, s=s, g=g, part=part: part(at.equilibrium(s, g).eigenvalues), values) for part in PARTS]
        for s, g in pair
    )
    for one, other in zip(expected, found, strict=True):
        for name in values:
            assert np.sort(other[name]) == pytest.approx(np.sort(one[name]), rel=1e-7, abs=1e-9)
    assert max(np.abs(one[name]).max() for one in expected for name in values) > 1e-6


PARTS = (lambda x: x.real, lambda x: x.imag)


def test_no_times_are_no_question():
    with pytest.raises(lw.ModelError, match=r"sensitivities: times is empty; give the times"):
        lw.sensitivities(lw.compile_model(cart()), None, 0.1, parameters=["l"], times=[])
