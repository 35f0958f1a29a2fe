"""Forces shared among muscles: closed forms, SciPy's optimisers, accelerations and motions that come out again."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from scipy.optimize import brentq, linprog, minimize

import linkwork as lw
from linkwork.contract import ModelError
from linkwork.elements.actuators import millard_curves as millard
from linkwork.elements.actuators import muscle_curves as curves

from .muscle_models import ARM, arm, leg, lift, walk

FORMULATIONS = ["tree", "absolute"]
REACH = np.array([0.05, 0.03])
STRENGTH = np.array([600.0, 900.0])
ANGLE, HIGH = 0.3, 0.27


@cache
def elbow(formulation="tree", mass=1.5, **options):
    """A forearm held by two muscles."""
    m = lw.Model("elbow")
    rod = m.body("forearm", lw.Rod(length=0.3, mass=mass))
    m.connect("elbow", lw.Revolute("-y"), m.ground, rod, initial={"angle": ANGLE})
    for name, x, force in zip(("biceps", "brachialis"), REACH, STRENGTH, strict=True):
        muscle = lw.Muscle(force, 0.12, 0.15, **{"tendon": "rigid", "control": "activation", **options})
        m.connect(name, muscle, m.ground.at(0, 0, HIGH), rod.at(x, 0, 0), inputs={muscle.control: 0.1})
    return lw.compile_model(m, formulation)


def by_hand(system, mass):
    """(moment a muscle gives per activation, what is asked of them) from plane geometry."""
    length = np.hypot(REACH * np.cos(ANGLE), HIGH - REACH * np.sin(ANGLE))
    lever = REACH * np.cos(ANGLE) * HIGH / length
    x = (length - 0.15) / 0.12
    active, passive = (
        STRENGTH * np.array([float(f(v)) for v in x]) for f in (curves.active_force, curves.passive_force)
    )
    weight = -system.model.gravity[2] * mass * 0.15 * np.cos(ANGLE)
    return lever * active, weight - lever @ passive, active, passive


@pytest.mark.seed("S0.5", passage="§1.2, forces of redundant muscles")
@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_two_muscles_share_as_lagrange_has_it(formulation):
    """Σ a^p is least where a_i^(p−1) is in proportion to the moments; Σ (F/F₀)² where F_i/F₀² is to the levers."""
    system = elbow(formulation)
    A, b, active, passive = by_hand(system, 1.5)
    found = lw.share(system, system.rest)
    np.testing.assert_allclose(found.activations[0], A * b / (A @ A), rtol=0, atol=1e-10)
    cubic = lw.share(system, system.rest, cost="activation³")
    np.testing.assert_allclose(cubic.activations[0], np.sqrt(A) * b / (A @ np.sqrt(A)), rtol=0, atol=1e-10)
    lever = A / active
    pull = b + lever @ passive
    stressed = lw.share(system, system.rest, ["brachialis", "biceps"], cost="stress²")
    wanted = STRENGTH**2 * lever * pull / (lever**2 @ STRENGTH**2)
    np.testing.assert_allclose(stressed.tensions[0][::-1], wanted, rtol=1e-10)
    assert found.verdict.is_good and found.coordinates == ("elbow.angle",) and not found.reserve.any()
    np.testing.assert_allclose(found.required[0], pull, rtol=1e-10)


def test_a_muscle_that_can_no_more_leaves_the_rest_to_the_other():
    system = elbow(mass=38.0)
    A, b, *_ = by_hand(system, 38.0)
    found = lw.share(system, system.rest, cost=lambda a, f, f0: a[0] ** 2 + 100.0 * a[1] ** 2)
    np.testing.assert_allclose(found.activations[0], [1.0, (b - A[0]) / A[1]], rtol=0, atol=1e-10)


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_what_muscles_cannot_carry_is_told(formulation):
    system = elbow(formulation, mass=45.0)
    A, b, *_ = by_hand(system, 45.0)
    for cost in ("activation²", "min-max"):
        found = lw.share(system, system.rest, cost=cost)
        np.testing.assert_allclose(found.reserve, [[b - A.sum()]], rtol=1e-9)
        assert str(found.verdict).startswith("bad: the muscles cannot carry the motion: elbow.angle is short of ")
        assert " N·m at t = 0; 1 of 1 time point infeasible" in str(found.verdict)
        with pytest.warns(lw.VerdictWarning, match="the sharing is bad"):
            np.testing.assert_allclose(found["biceps.activation"], 1.0)


@cache
def system_of(build, formulation="tree"):
    return lw.compile_model(build(), formulation)


def linear_equations(system, state, u_dot, names):
    """A and b of A a = b at one instant, by inverse dynamics with each muscle by itself at two activations."""

    def asked(values):
        return lw.inverse_dynamics(system, state.with_values(values), u_dot)

    least = dict.fromkeys(names, 0.25)
    base = asked(least)
    A = np.array([(base - asked({**least, name: 0.75})) / 0.5 for name in names]).T
    return A, base + A @ np.full(len(names), 0.25)


def brute_force(A, b, x):
    scale = 1.0 / np.abs(A).sum(axis=1)
    rows = {"type": "eq", "fun": lambda y: scale * (A @ y - b), "jac": lambda y: scale[:, None] * A}
    options = {"ftol": 1e-15, "maxiter": 500}
    bounds = [(0.01, 1.0)] * len(x)
    return minimize(lambda y: y @ y, x, jac=lambda y: 2 * y, bounds=bounds, constraints=rows, options=options).x


def against_brute_force(system, motion, instants, among):
    found = lw.share(system, motion)
    largest = lw.share(system, motion, cost="min-max")
    assert found.verdict.is_good and largest.verdict.is_good
    for k in instants:
        state = found.motion[k]
        u_dot = np.array([motion_acceleration(motion, name, k) for name in system.layout.u])
        A, b = linear_equations(system, state, u_dot, among)
        np.testing.assert_allclose(found.activations[k], brute_force(A, b, found.activations[k] + 0.05), atol=2e-7)
        n = len(among)
        program = linprog(
            [*np.zeros(n), 1.0],
            np.hstack([np.eye(n), -np.ones((n, 1))]),
            np.zeros(n),
            np.hstack([A, np.zeros((len(b), 1))]),
            b,
            [*[(0.01, 1.0)] * n, (None, None)],
        )
        assert largest.costs[k] == pytest.approx(program.fun, abs=1e-9)
        np.testing.assert_allclose(A @ largest.activations[k], b, atol=1e-8 * np.abs(A).sum())


def motion_acceleration(motion, speed, k):
    """By another spline than the one inside: the analytic motion is sampled finely enough."""
    from scipy.interpolate import make_interp_spline

    return float(make_interp_spline(motion["t"], motion[speed.removesuffix("_dot")], k=5)(motion["t"][k], 2))


def test_an_arm_against_brute_force():
    against_brute_force(system_of(arm), lift(np.linspace(0.0, 1.0, 21)), (0, 7, 13), list(ARM))


@pytest.mark.slow
def test_the_walk_of_a_leg_against_brute_force():
    system = system_of(leg)
    motion = walk(np.linspace(0.0, 1.0, 41))
    against_brute_force(system, motion, range(0, 41, 4), list(system.model.parameters))


def test_both_formulations_share_alike_and_give_the_accelerations():
    """The accelerations of the motion come out where every muscle has the activation that was found."""
    tree, motion = system_of(arm), lift(np.linspace(0.0, 0.2, 6))
    found = lw.share(tree, motion)
    for k in (0, 4):
        state = found.motion[k].with_values(dict(zip(found.muscles, found.activations[k], strict=True)))
        wanted = [motion_acceleration(motion, name, k) for name in tree.layout.u]
        np.testing.assert_allclose(lw.accelerations(tree, state).u_dot, wanted, rtol=1e-9, atol=1e-9)
    other = lw.share(system_of(arm, "absolute"), motion)
    assert other.coordinates == found.coordinates == ("shoulder.angle", "elbow.angle")
    np.testing.assert_allclose(other.activations, found.activations, rtol=0, atol=1e-9)
    np.testing.assert_allclose(other.required, found.required, rtol=1e-9)


def four_bar() -> lw.Model:
    """A closed loop moved by three muscles."""
    m = lw.Model("four bar")
    sides = {"crank": 0.2, "coupler": 0.5, "rocker": 0.4}
    crank, coupler, rocker = (m.body(name, lw.Rod(length=x, mass=4 * x)) for name, x in sides.items())
    m.connect("A", lw.Revolute("-y"), m.ground, crank, initial={"angle": 1.2})
    m.connect("B", lw.Revolute("-y"), crank.at(0.2, 0, 0), coupler, initial={"angle": -0.9})
    m.connect("C", lw.Revolute("-y"), coupler.at(0.5, 0, 0), rocker)
    m.connect("D", lw.Revolute("-y"), m.ground.at(0.5, 0, 0), rocker.at(0.4, 0, 0))
    ends = {
        "front": (0.19, m.ground.at(0.3, 0, 0.3), crank.at(0.1, 0, 0)),
        "back": (0.19, m.ground.at(-0.3, 0, 0.1), crank.at(0.15, 0, 0)),
        "long": (0.29, m.ground.at(0.0, 0, 0.5), coupler.at(0.4, 0, 0)),
    }
    for name, (slack, *points) in ends.items():
        muscle = lw.Muscle(400.0, 0.15, slack, tendon="rigid", control="activation")
        m.connect(name, muscle, *points, inputs={"activation": lw.Parameter(name, 0.1)})
    return m


def test_loops_leave_to_multipliers_what_is_theirs():
    """A four-bar linkage: accelerations come out, and both formulations share alike; one angle tells the others."""
    tree = system_of(four_bar)
    run = lw.simulate(tree, lw.assemble(tree, {"A.angle": 1.2}), times=[0.0, 0.01])
    found = lw.share(tree, run)
    assert found.verdict.is_good and len(found.coordinates) == 1 and (found.costs <= 3 * 0.1**2).all()
    shared = run.final.with_values(dict(zip(found.muscles, found.activations[1], strict=True)))
    wanted, given = (lw.accelerations(tree, x).u_dot for x in (run.final, shared))
    np.testing.assert_allclose(given, wanted, rtol=1e-9, atol=1e-9)
    t = np.linspace(0.0, 0.5, 6)
    here, there = (lw.share(x, {"t": t, "A.angle": 1.2 + t**2}) for x in (tree, system_of(four_bar, "absolute")))
    assert here.verdict.is_good
    state = here.motion[3].with_values(dict(zip(here.muscles, here.activations[3], strict=True)))
    assert lw.accelerations(tree, state)["A.angle_dot"] == pytest.approx(2.0, abs=1e-7)
    np.testing.assert_allclose(there.activations, here.activations, atol=1e-7)


def moved_by(found, options, build=arm):
    """The largest difference of a motion from the one that was shared, where inputs are those that were found."""
    inputs = {
        name: lw.Spline(found.t, x, boundary="not-a-knot")
        for name, x in zip(found.muscles, found.inputs.T, strict=True)
    }
    again = lw.compile_model(build(inputs, **options))
    start = again.state({n: x for n, x in found.state(0).values.items() if n not in found.muscles})
    run = lw.simulate(again, start, times=found.t, rtol=1e-7, atol=1e-8)
    return max(np.abs(run[q] - [s[q] for s in found.motion]).max() for q in found.coordinates)


@pytest.mark.parametrize(
    ("options", "count", "near"),
    [({}, 41, 1e-4), ({"tendon": "elastic", "control": "excitation"}, 81, 5e-3)],
    ids=["rigid", "elastic and excited"],
)
def test_what_was_shared_moves_the_arm_again(options, count, near):
    system = lw.compile_model(arm(dict.fromkeys(ARM, 0.1), **options))
    found = lw.share(system, lift(np.linspace(0.0, 0.4, count)))
    assert found.verdict.is_good
    assert moved_by(found, options) < near


@pytest.mark.slow
@pytest.mark.parametrize(
    ("options", "near"),
    [({}, 2e-4), ({"tendon": "elastic"}, 2e-3), ({"tendon": "elastic", "control": "excitation"}, 2e-3)],
)
def test_what_was_shared_moves_the_leg_again(options, near):
    from .muscle_models import LEG

    system = lw.compile_model(leg(dict.fromkeys(LEG, 0.1), **options))
    found = lw.share(system, walk(np.linspace(0.0, 1.0, 101)))
    assert found.verdict.is_good
    assert moved_by(found, options, leg) < near


def test_states_of_a_held_posture_are_steady():
    """Elastic tendons and excitation: what is found is an equilibrium of the whole model."""
    system = elbow(tendon="elastic", control="excitation")
    found = lw.share(system, system.rest)
    assert found.verdict.is_good and found["biceps.excitation"] == pytest.approx(found["biceps.activation"])
    m = system.model
    held = lw.Model("held")
    rod = held.body("forearm", lw.Rod(length=0.3, mass=1.5))
    held.connect("elbow", lw.Revolute("-y"), held.ground, rod)
    for k, name in enumerate(found.muscles):
        ends = held.ground.at(0, 0, HIGH), rod.at(REACH[k], 0, 0)
        held.connect(name, m.connections[name].element, *ends, inputs={"excitation": float(found.inputs[0, k])})
    again = lw.compile_model(held)
    state = again.state(dict(found.state().values))
    assert lw.accelerations(again, state).u_dot == pytest.approx([0.0], abs=1e-9)
    assert np.asarray(again.evaluate("state_rates", state).z_dot) == pytest.approx(np.zeros(4), abs=1e-9)


def test_hatze_and_thelen_muscles_share():
    m = lw.Model("two kinds")
    rod = m.body("forearm", lw.Rod(length=0.3, mass=1.5))
    m.connect("elbow", lw.Revolute("-y"), m.ground, rod, initial={"angle": ANGLE})
    hatze, hill = lw.HatzeMuscle(600.0, 0.12, 0.15), lw.Muscle(600.0, 0.12, 0.15, curves="Thelen2003")
    ends = m.ground.at(0, 0, HIGH), rod.at(0.05, 0, 0)
    m.connect("hatze", hatze, *ends, inputs={"stimulation": 0.1, "recruitment": 0.5})
    m.connect("hill", hill, *ends, inputs={"excitation": 0.1})
    system = lw.compile_model(m)
    found = lw.share(system, system.rest)
    assert found.verdict.is_good
    assert found["hatze.stimulation"][0] == pytest.approx(found["hatze.calcium"][0])
    # Half of the fibres are recruited, the others have the least activation.
    length = found["hatze.fibre_length"][0] / 0.12
    felt = (7.24 * 1.9 / (2.9 / length - 1.0) * found["hatze.calcium"][0]) ** 3
    assert found["hatze.activation"][0] == pytest.approx(0.5 * (0.005 + felt) / (1.0 + felt) + 0.5 * 0.005, rel=1e-9)
    only = lw.share(system, system.rest, ["hill"])
    assert only.muscles == ("hill",) and only["hill.tension"][0] != pytest.approx(found["hill.tension"][0])


class Cable(lw.Contractile):
    """A user's own muscle: a cable with a motor."""

    most = lw.parameter(unit="N", check="positive")
    measure = lw.Distance()

    @property
    def strength(self):
        return self.most

    def law(self, e, i):
        return -self.most * i.activation


def test_a_users_own_muscle_and_lines_of_action_share():
    m = lw.Model("mixed")
    rod = m.body("forearm", lw.Rod(length=0.3, mass=1.5))
    m.connect("elbow", lw.Revolute("-y"), m.ground, rod, initial={"angle": ANGLE})
    tight = lw.Parameter("tight", 250.0)
    m.connect("cable", Cable(tight), m.ground.at(0, 0, HIGH), rod.at(0.05, 0, 0), inputs={"activation": 0.0})
    broad = lw.Muscle(600.0, 0.12, 0.15, tendon="rigid", control="activation", on=lw.Lines((2, 2)), shares=(0.3, 0.7))
    ends = m.ground.at(0, 0, HIGH), rod.at(0.05, 0, 0), m.ground.at(0, 0, HIGH), rod.at(0.03, 0, 0)
    m.connect("broad", broad, *ends, inputs={"activation": 0.1})
    system = lw.compile_model(m)
    for strength in (250.0, 500.0):
        state = system.rest.with_values({"tight": strength})
        found = lw.share(system, state, cost="activation²")
        assert found.verdict.is_good and found["cable.tension"][0] == pytest.approx(strength * found.activations[0, 0])
        lever = REACH * np.cos(ANGLE) * HIGH / np.hypot(REACH * np.cos(ANGLE), HIGH - REACH * np.sin(ANGLE))
        x = (np.hypot(REACH * np.cos(ANGLE), HIGH - REACH * np.sin(ANGLE)) - 0.15) / 0.12
        line = 600.0 * np.array([0.3, 0.7]) * [float(curves.active_force(v)) for v in x]
        A = np.array([lever[0] * strength, lever @ line])
        assert found.activations[0, 0] / found.activations[0, 1] == pytest.approx(A[0] / A[1], rel=1e-9)


def test_a_prescribed_motion_of_the_bare_skeleton_is_shared():
    """Drives of the same skeleton without muscles; rows are instants, columns muscles."""
    bare = lw.Model("bare")
    upper, lower = (bare.body(n, lw.Rod(length=0.3, mass=x)) for n, x in (("upper", 2.0), ("lower", 1.5)))
    bare.connect("shoulder", lw.Revolute("-y"), bare.ground, upper, drive={"angle": -0.9 - 0.3 * lw.cos(6.0 * lw.t)})
    drive = {"angle": 0.8 - 0.3 * lw.cos(6.0 * lw.t + 0.4)}
    bare.connect("elbow", lw.Revolute("-y"), upper.at(0.3, 0, 0), lower, drive=drive)
    driven = lw.compile_model(bare)
    motion = lw.kinematics(driven, driven.rest, times=np.linspace(0.0, 0.5, 26))
    found = lw.share(system_of(arm), motion)
    assert found.activations.shape == (26, 5) and found.verdict.is_good
    table = found.to_dataset()
    assert table["activation"].dims == ("t", "muscle") and table["reserve"].sel(coordinate="elbow.angle").size == 26
    assert repr(found) == "<5 muscles at 26 time points, good>"


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (
            {"among": ["elbow"]},
            "share: among: 'elbow' is a Revolute, no muscle; the model's muscles are biceps and brachia",
        ),
        ({"among": ["bisceps"]}, "share: among: there is no muscle 'bisceps'"),
        ({"among": ["biceps", "biceps"]}, "share: among: 'biceps' is named twice"),
        ({"among": []}, "has no muscles to share among"),
        ({"among": "biceps"}, "share: among = 'biceps'; give a list of names"),
        ({"cost": "effort"}, "share: there is no cost 'effort'"),
        ({"cost": 3.0}, "share: cost = 3.0. Give one of 'activation²'"),
        ({"cost": lambda a, f, f0: 1.0}, "share: cost gives 1.0 for symbols"),
        ({"cost": lambda a, f: a[0]}, "share: cost cannot be traced"),
        ({"motion": 3.0}, "share: motion = 3.0; give a state, a run"),
        ({"motion": {"elbow.angle": [0.0, 1.0]}}, 'need their times as "t"'),
        ({"motion": {"t": [0.0, 1.0], "knee.angle": [0.0, 1.0]}}, "'knee.angle' is not a coordinate that can be given"),
        ({"motion": {"t": [0.0, 1.0], "elbow.angle": [0.0, 1.0]}}, "give 6 or more times that rise"),
        ({"motion": {"t": [0.0, 1.0], "elbow.angle": [0.0]}}, "must be as many finite numbers as there are times"),
    ],
)
def test_what_cannot_be_shared_is_explained(given, message):
    system = elbow()
    with pytest.raises(ModelError) as caught:
        lw.share(system, given.pop("motion", system.rest), **given)
    assert message in str(caught.value)


def test_ranges_and_columns_that_are_none_are_explained():
    class Idle(Cable):
        input_range = (1.0, 0.0)

    m = lw.Model("idle")
    rod = m.body("rod", lw.Rod(length=0.3, mass=1.0))
    m.connect("hinge", lw.Revolute("-y"), m.ground, rod)
    m.connect("pull", Idle(100.0), m.ground.at(0, 0, 0.3), rod.at(0.1, 0, 0), inputs={"activation": 0.0})
    system = lw.compile_model(m)
    with pytest.raises(ModelError, match="share: 'pull': its input may go from 1 to 0, which is not a range"):
        lw.share(system, system.rest)
    with pytest.raises(ModelError, match="there is no column 'biceps"):
        lw.share(elbow(), elbow().rest)["biceps.speed"]


def test_coordinates_that_the_motion_leaves_out_are_noted() -> None:
    system, motion = system_of(arm), lift(np.linspace(0.0, 0.2, 6))
    assert lw.share(system, motion).notes == ()
    elbow_alone = lw.share(system, {name: motion[name] for name in ("t", "elbow.angle")})
    (note,) = elbow_alone.notes
    held = elbow_alone.state(3)["shoulder.angle"]
    assert str(note) == f"the motion does not give shoulder.angle = {held:g}: held at the initial value"
    with pytest.raises(ModelError, match="k = 6; there are 6 instants, 0 to 5"):
        elbow_alone.state(6)


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_fibres_with_damping_are_shared(formulation):
    """Held: the velocity of fibres is an unknown that comes to rest. Lengths in balance and Σ a² by SciPy."""
    system = elbow(formulation, tendon="elastic", curves="Millard2012")
    found = lw.share(system, system.rest)
    length = np.hypot(REACH * np.cos(ANGLE), HIGH - REACH * np.sin(ANGLE))
    lever = REACH * np.cos(ANGLE) * HIGH / length
    weight = -system.model.gravity[2] * 1.5 * 0.15 * np.cos(ANGLE)

    def tendon(fibre, k):
        return millard.millard_tendon_force((length[k] - fibre) / 0.15, 0.049)

    def tension(a, k):
        def left(fibre):
            x = fibre / 0.12
            return a * millard.active_table(0.0)(x) + millard.passive_table()(x) - tendon(fibre, k)

        return STRENGTH[k] * tendon(brentq(left, 0.06, length[k] - 0.15, xtol=1e-15), k)

    rows = {"type": "eq", "fun": lambda a: (lever @ [tension(a[k], k) for k in range(2)] - weight) / weight}
    best = minimize(lambda a: a @ a, [0.1, 0.1], bounds=[(0.01, 1.0)] * 2, constraints=rows, tol=1e-13)
    np.testing.assert_allclose(found.activations[0], best.x, atol=1e-6)
    np.testing.assert_allclose(
        found.tensions[0], [tension(a, k) for k, a in enumerate(found.activations[0])], rtol=1e-9
    )
    assert found.verdict.is_good
