"""`RealTime`: the numbers of `simulate` with the same method and step, work that is counted, what cannot be done."""

import math
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.numerics.integrators import real_time as loops
from linkwork.numerics.integrators.real_time import CYCLE_UNKNOWN_ITERATIONS, PER_OCTAVE, durations


def four_bar() -> tuple[lw.System, lw.State]:
    m = lw.Model("four-bar", gravity=(0, -9.81, 0))
    sizes = {"crank": 1.0, "coupler": 2.0, "rocker": 2.0}
    crank, coupler, rocker = (m.body(name, lw.Rod(length=x, mass=1.0)) for name, x in sizes.items())
    m.connect("A", lw.Revolute("z"), m.ground, crank)
    m.connect("B", lw.Revolute("z"), crank.at(1.0, 0, 0), coupler)
    m.connect("C", lw.Revolute("z"), coupler.at(2.0, 0, 0), rocker)
    m.connect("D", lw.Revolute("z"), rocker.at(2.0, 0, 0), m.ground.at(2.0, 0, 0))
    system = lw.compile_model(m)
    return system, lw.assemble(system, {"A.angle": 1.0})


def swing(law: Any = None, damping: float = 0.5) -> lw.System:
    """A pendulum with a torque that is an input, and a damper."""
    m = lw.Model("swing")
    rod = m.body("rod", lw.Rod(length=1.0, mass=1.0))
    m.connect("A", lw.Revolute("y"), m.ground, rod)
    m.connect("drive", lw.AppliedMoment((0, lw.Parameter("torque", 0.0), 0)), rod)
    m.connect("damper", lw.TorsionSpring(stiffness=2.0, damping=damping, axis="y"), m.ground, rod)
    if law is not None:
        m.connect("law", law, m.ground.at(0.5, 0, 0.5), rod.at(1.0, 0, 0))
    return lw.compile_model(m)


@pytest.fixture(scope="module")
def bar() -> tuple[lw.System, lw.State]:
    return four_bar()


@pytest.fixture(scope="module")
def pendulum() -> lw.System:
    return swing()


# The same numbers as runs have


def test_the_numbers_of_simulate_with_the_same_steps(bar):
    system, start = bar
    run = lw.simulate(system, start, 1.0, method="rk4", h=1e-2)
    real = lw.RealTime(system, 1e-2, start)
    real.step(100)
    assert real.t == pytest.approx(1.0, abs=1e-15) and real.steps == 100
    np.testing.assert_allclose(real.state.q, run.q[-1], rtol=0, atol=1e-12)
    np.testing.assert_allclose(real.state.u, run.u[-1], rtol=0, atol=1e-12)
    assert 0.0 < real.worst.position < 1e-12 and 0.0 < real.worst.pivot <= 1.0


@pytest.mark.few(2)
@pytest.mark.parametrize(("method", "iterations", "order"), [("dopri5", None, 5), ("radau", 1, 2), ("radau", 4, 5)])
def test_the_order_of_the_method(pendulum, method, iterations, order):
    """One turn of Newton's method makes a linearly implicit method of order 2; a few have the order of Radau IIA."""
    start = pendulum.state({"A.angle": 1.2})
    exact = lw.simulate(pendulum, start, 1.0, times=[1.0], rtol=1e-13, atol=1e-14).q[-1, 0]
    errors = []
    for steps in (10, 20):
        real = lw.RealTime(pendulum, 1.0 / steps, start, method=method, iterations=iterations)
        real.step(steps)
        errors.append(abs(real.state.q[0] - exact))
    assert order - 0.6 < math.log2(errors[0] / errors[1]) < order + 2.5


def test_a_stiff_law_at_a_step_far_beyond_explicit_stability():
    """λ = −d/I = −3·10⁵ 1/s and h = 0.01 s: |hλ| is 3,000."""
    system = swing(damping=1e5)
    start = system.state({"A.angle": 1.0})
    real = lw.RealTime(system, 1e-2, start, method="radau", iterations=3)
    real.step(100)
    run = lw.simulate(system, start, 1.0, times=[1.0], method="radau", rtol=1e-10)
    assert real.state.q[0] == pytest.approx(run.q[-1, 0], abs=1e-9)
    assert real.worst.correction < 1e-6


def test_loops_in_plain_python_and_compiled_give_the_same_bits(bar):
    system, start = bar
    compiled, plain = (lw.RealTime(system, 1e-2, start, channels=["A.force"]) for _ in range(2))
    compiled.step(3)
    flow, cycle = plain._bound.flow, plain._cycle
    packed, arguments = plain._run.__defaults__[0]
    cycle.count[loops.WANTED] = 3
    assert loops.take_fixed_steps(*arguments) == loops.RUN_DONE
    np.testing.assert_array_equal(plain.state.q, compiled.state.q)
    np.testing.assert_array_equal(plain.channels["A.force"], compiled.channels["A.force"])
    assert plain.timing.steps == 3 and flow.count[0] == 12 and packed


# Inputs, channels, state


def test_inputs_hold_from_one_step_to_the_next(pendulum):
    real = lw.RealTime(pendulum, 1e-2, method="rk4")
    state = pendulum.rest
    for torque in (1.0, -2.0, 0.5):
        real.inputs["torque"] = torque
        real.step(20)
        run = lw.simulate(pendulum, state.with_values({"torque": torque}), state.t + 0.2, method="rk4", h=1e-2)
        state = run.state(-1)
        np.testing.assert_allclose([*real.state.q, *real.state.u], [*state.q, *state.u], atol=1e-13)
    assert dict(real.inputs) == {"torque": 0.5} and real.state["torque"] == 0.5


def test_channels_are_those_of_the_state(bar):
    system, start = bar
    names = ["A.angle", "A.force", "coupler.position", "kinetic_energy", "D.moment"]
    real = lw.RealTime(system, 1e-3, start, channels=names)
    for steps in (0, 7):
        if steps:
            real.step(steps)
        wanted = system.channels(real.state)
        for name in names:
            np.testing.assert_allclose(real.channels[name], wanted[name], rtol=1e-9, atol=1e-9)
    assert list(real.channels) == names and len(real.channels) == 5
    assert isinstance(real.channels["A.angle"], float) and real.channels["A.force"].shape == (3,)


def test_one_by_one_or_many_at_once_and_again_after_a_reset(bar):
    system, start = bar
    one, many = (lw.RealTime(system, 1e-3, start, channels=["A.angle"]) for _ in range(2))
    for _ in range(25):
        one.step()
    many.step(25)
    np.testing.assert_array_equal(one.state.q, many.state.q)
    assert one.evaluations == many.evaluations
    many.reset(start)
    assert (many.t, many.steps, many.timing.steps, many.channels["A.angle"]) == (0.0, 0, 0, 1.0)
    assert set(many.evaluations.values()) == {0}
    many.step(25)
    np.testing.assert_array_equal(one.state.q, many.state.q)


def test_times_are_those_of_the_start_and_whole_steps(pendulum):
    real = lw.RealTime(pendulum, 0.1, pendulum.rest.with_values(t=3.0))
    real.step(7)
    assert real.t == 3.0 + 7 * 0.1


# Work that is known beforehand


def implicit() -> lw.System:
    return swing(lw.ImplicitForce(lambda F, e: F + F**3 + 3.0 * (e - 0.5)))


@pytest.mark.parametrize("iterations", [2, 4])
def test_the_work_of_every_step_is_the_same(bar, iterations):
    system, start = bar
    for method, rates, jacobians in (("rk4", 4, 0), ("dop853", 12, 0), ("radau", 3 * iterations, 1)):
        newton = iterations if method == "radau" else None
        real = lw.RealTime(system, 1e-3, start, method=method, iterations=newton, projections=3)
        for n in range(1, 4):
            real.step()
            found = {"rates": rates, "jacobians": jacobians, "unknowns": 0, "projections": 4}
            assert real.evaluations == {name: n * count for name, count in found.items()}


@pytest.mark.parametrize(("method", "evaluations"), [("rk4", 4 + 1), ("radau", 1 + 9 + 1)])
def test_unknowns_of_elements_get_a_fixed_number_of_iterations(method, evaluations):
    """At every evaluation, at the Jacobian and for the channels."""
    system = implicit()
    real = lw.RealTime(system, 1e-3, method=method, channels=["law.force"])
    for n in range(1, 4):
        real.step()
        assert real.evaluations["unknowns"] == n * CYCLE_UNKNOWN_ITERATIONS * evaluations
    run = lw.simulate(system, None, 3e-3, times=[3e-3], rtol=1e-12)
    np.testing.assert_allclose(real.state.q, run.q[-1], atol=1e-11)
    assert real.worst.unknowns < 1e-6
    np.testing.assert_allclose(real.channels["law.force"], system.channels(real.state)["law.force"], rtol=1e-9)


def test_durations_are_counted_in_classes(pendulum):
    real = lw.RealTime(pendulum, 1e-3)
    real.step(500)
    seen = real.timing
    assert seen.steps == 500 and 0.0 < seen.median <= seen.p999 <= seen.worst
    assert str(seen).startswith("500 steps: median ")
    # What the loop counts as, and where the classes end.
    for nanoseconds in (0, 5, 31, 32, 33, 100, 1000, 123_456, 7 * 10**9):
        watch = real._cycle.watch._replace(clock=np.zeros(4, dtype=np.int64))
        watch.histogram[:], watch.stamp[:] = 0, divmod(nanoseconds, loops.SECOND)
        loops.note_duration(watch, 0)
        ends, shares = durations(watch.histogram)
        end = ends[np.searchsorted(shares, 0.5)]
        assert 1e-9 * nanoseconds < end * (1 + 1e-12) and end <= 1e-9 * (nanoseconds * (1 + 1 / PER_OCTAVE) + 1.001)


# What cannot be done


def test_a_step_that_is_not_finite_names_the_law_and_leaves_the_state():
    system = swing(lw.FunctionForce(lambda e: lw.sqrt(1.2 - e)))
    real = lw.RealTime(system, 0.1, {"torque": 30.0})
    said = r"RealTime: step \d+ of h = 0.1 s is impossible: .*'law'.*Take a shorter h"
    with pytest.raises(lw.ModelError, match=said):
        for _ in range(60):
            real.step()
    assert np.isfinite(real.state.q).all() and real.t == pytest.approx(0.1 * real.steps)
    real.reset()
    real.step()


def test_constraints_that_stay_open_are_named(bar):
    system, start = bar
    real = lw.RealTime(system, 0.5, start.with_values({"A.angle_dot": 0.0}), projections=1)
    said = r"constraints could not be closed .*'D' stays open by .*more projections than 1"
    with pytest.raises(lw.ModelError, match=said):
        real.step(50)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"h": 0.0}, r"RealTime: h = 0.0 must be a positive number of seconds"),
        ({"h": -1e-3}, r"RealTime: h = -0.001 must be"),
        ({"h": math.nan}, r"RealTime: h = nan; give a finite number"),
        ({"h": "fast"}, r"RealTime: h = 'fast'; give a finite number"),
        ({"channels": ["A.angel"]}, r"RealTime: there is no channel 'A.angel'.*'A.angle'"),
        ({"channels": "A.angle"}, r"RealTime: channels = 'A.angle'; give a list of names"),
        ({"method": "bdf"}, r"RealTime: 'bdf' has no steps of bounded work; take .*'rk4'"),
        ({"method": "auto"}, r"RealTime: 'auto' has no steps of bounded work"),
        ({"method": "rk5"}, r"RealTime: there is no method 'rk5'"),
        ({"projections": 0}, r"RealTime: projections = 0 must be between 1 and 100"),
        ({"iterations": 3}, r"RealTime: 'rk4' is explicit and has no iterations; they are for 'radau'"),
        ({"iterations": 1000, "method": "radau"}, r"RealTime: iterations = 1000 must be between 1 and 100"),
        ({"iterations": 2.5}, r"RealTime: iterations = 2.5; give a whole number"),
        ({"state": {"A.angle": 1.0, "B": 2.0}}, r"B"),
    ],
)
def test_what_is_given_is_checked(pendulum, options, message):
    with pytest.raises(lw.ModelError, match=message):
        lw.RealTime(pendulum, **{"h": 1e-3, **options})


def test_what_is_asked_is_checked(pendulum):
    real = lw.RealTime(pendulum, 1e-3, channels=["A.angle"])
    with pytest.raises(lw.ModelError, match=r"'A.angle_dot' was not asked for; .*channels=\['A.angle_dot', …\]"):
        real.channels["A.angle_dot"]
    with pytest.raises(lw.ModelError, match=r"there is no channel 'A.angel'. Did you mean 'A.angle'\?$"):
        real.channels["A.angel"]
    with pytest.raises(lw.ModelError, match=r"there is no input 'torqe'.*'torque'"):
        real.inputs["torqe"] = 1.0
    with pytest.raises(lw.ModelError, match=r"RealTime: inputs\['torque'\] = nan; give a finite number"):
        real.inputs["torque"] = math.nan
    with pytest.raises(lw.ModelError, match=r"the input 'torque' stays"):
        del real.inputs["torque"]
    for n in (0, -1, 1.5, True):
        with pytest.raises(lw.ModelError, match=r"step: n = "):
            real.step(n)
    assert real.steps == 0
    assert "torque" in real.inputs and "torqe" not in real.inputs
    assert "A.angle" in real.channels and "A.angle_dot" not in real.channels


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("h", r"RealTime: 'h' cannot be set; make another lw.RealTime"),
        ("method", r"'method' cannot be set"),
        ("state", r"'state' cannot be set; .*reset\(state\)"),
        ("torque", r"'torque' is an input; set it by inputs\['torque'\] = …"),
        ("sate", r"there is no attribute 'sate'. Did you mean 'state'\? Inputs are set by inputs"),
    ],
)
def test_attributes_are_not_set(pendulum, name, said):
    real = lw.RealTime(pendulum, 1e-3)
    with pytest.raises(lw.ModelError, match=said):
        setattr(real, name, 2e-3)
    assert real.h == 1e-3 and not hasattr(real, "torque")


def test_a_reset_goes_back_to_the_start(pendulum):
    real = lw.RealTime(pendulum, 1e-2, pendulum.state({"A.angle": 0.7, "torque": 2.0}, 1.5))
    real.inputs["torque"] = -1.0
    real.step(10)
    real.reset()
    assert (real.state["A.angle"], real.inputs["torque"], real.t) == (0.7, 2.0, 1.5)
    real.reset({"A.angle": 0.1})
    assert (real.state["A.angle"], real.inputs["torque"], real.t) == (0.1, 0.0, 0.0)
    real.reset()
    assert real.state["A.angle"] == 0.7


def test_messages_name_real_time(bar, pendulum):
    with pytest.raises(lw.ModelError, match=r"^RealTime: the starting state is far from"):
        lw.RealTime(bar[0], 1e-3, bar[0].state({"A.angle": 2.0}))
    with pytest.raises(TypeError, match=r"RealTime: there is no argument 'zeal'; there is system, h, state"):
        lw.RealTime(pendulum, 1e-3, zeal=1)


def test_absolute_coordinates_are_refused(pendulum):
    system = lw.compile_model(pendulum.model, coordinates="absolute")
    with pytest.raises(lw.ModelError, match=r"RealTime: steps in real time take native code of the whole"):
        lw.RealTime(system, 1e-3)


def test_laws_in_plain_python_run_and_are_said():
    law = lw.opaque(lambda e: 2.0 - e, 1, name="gauge")
    real = lw.RealTime(swing(lw.FunctionForce(lambda e: law(e))), 1e-3)
    real.step(5)
    assert any("law" in note and "gauge" in note for note in real.notes)


def test_contacts_are_refused_also_where_they_begin_open() -> None:
    m = lw.Model("ball")
    ball = m.body("ball", mass=1.0, inertia=(0.1, 0.1, 0.1))
    m.connect("plane", lw.Planar("y"), m.ground, ball)
    m.connect("rope", lw.Rope(1.0), m.ground, ball)
    why = "Impacts have no bounded work, also where it begins open"
    with pytest.raises(lw.ModelError, match=rf"RealTime: 'rope' is a contact \(Rope\)\. {why}"):
        lw.RealTime(lw.compile_model(m), 1e-3)
    m = lw.Model("crate")
    crate = m.body("crate", lw.Box(size=(0.4, 0.4, 0.4), mass=5.0))
    m.connect("heap", lw.ContactGroup(), m.ground.plane("z"), crate.surface())
    with pytest.raises(lw.ModelError, match=rf"RealTime: 'heap' is a contact \(ContactGroup\)\. {why}"):
        lw.RealTime(lw.compile_model(m), 1e-3)


def test_connections_are_not_switched_between_steps() -> None:
    def discs(active) -> lw.System:
        m = lw.Model("discs", gravity=(0, 0, 0))
        for name in ("a", "b"):
            body = m.body(name, mass=1.0, inertia=(1.0, 1.0, 2.0))
            m.connect(name.upper(), lw.Revolute("z"), m.ground, body)
        m.connect("latch", lw.Weld(), m.bodies["a"], m.bodies["b"], active=active)
        return lw.compile_model(m)

    system = discs(lw.Parameter("latched", 0.0))
    plant = lw.RealTime(system, 1e-2, {"A.angle_dot": 1.0}, channels=["A.angle_dot", "B.angle_dot"])
    said = r"RealTime: 'latched' switches connection 'latch', which is an impact"
    with pytest.raises(lw.ModelError, match=said):
        plant.inputs["latched"] = 1.0
    with pytest.raises(lw.ModelError, match=said):
        plant.reset({"latched": 1.0})
    plant.inputs["latched"] = 0.0
    plant.step()
    assert plant.channels["A.angle_dot"] == pytest.approx(1.0) and plant.channels["B.angle_dot"] == 0.0
    held = lw.RealTime(system, 1e-2, {"latched": 1.0, "A.angle_dot": 1.0, "B.angle_dot": 1.0}, channels=["B.angle_dot"])
    held.step(3)
    assert held.channels["B.angle_dot"] == pytest.approx(1.0)
    with pytest.raises(lw.ModelError, match="RealTime looks for no events, and connection 'latch' is switched by a"):
        lw.RealTime(discs(lambda x: x["t"] > 0.005), 1e-2)
