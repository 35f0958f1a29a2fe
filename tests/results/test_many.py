"""Many runs at once against single ones."""

from typing import Any

import numpy as np
import pytest

import linkwork as lw
from tests.results.machines import four_bar, pendulum

TIMES = [0.0, 0.333, 1.0, 1.7, 2.0]


@pytest.mark.parametrize(
    "options", [{"method": "rk4", "h": 0.01}, {"method": "dopri5"}, {}, {"method": "dopri5", "times": 200}]
)
def test_each_member_is_its_own_run(options: dict[str, object]) -> None:
    system = pendulum()
    states = [system.state({"A.angle": 0.1 * k, "A.angle_dot": 0.3 * (k % 3)}) for k in range(19)]
    wanted = {"times": TIMES, **options}
    ensemble = lw.simulate_many(system, states, 2.0, **wanted)
    assert ensemble.success
    assert "19 runs" in repr(ensemble)
    for k, state in enumerate(states):
        single = lw.simulate(system, state, 2.0, **wanted)
        assert np.allclose(ensemble.q[k], single.q, rtol=1e-11, atol=1e-11)
        assert ensemble[k].certificate.steps == single.certificate.steps == ensemble.steps[k]
        assert ensemble[k].certificate.rejected == single.certificate.rejected
    assert ensemble["rod.tip.position"].shape == (19, len(ensemble.t), 3)
    assert np.allclose(ensemble[4]["energy"], ensemble["energy"][4])
    assert ensemble[4].certificate.energy_error < 1e-5


def test_constraints_are_kept() -> None:
    system = four_bar()
    start = lw.assemble(system, {"A.angle": 1.0})
    states = [start.with_values({"A.angle": 1.0 + 0.002 * k}) for k in range(5)]
    ensemble = lw.simulate_many(system, states, 1.0, times=11, threads=1)
    for k, state in enumerate(states):
        single = lw.simulate(system, state, 1.0, times=11)
        assert np.allclose(ensemble.q[k], single.q, rtol=1e-10, atol=1e-10)
        assert ensemble[k].certificate.position_error < 1e-12
        assert ensemble[k].certificate.velocity_error < 1e-12


def test_parameter_sets() -> None:
    length = lw.Parameter("length", 0.5, "m")
    model = lw.Model("pendulum")
    rod = model.body("rod", mass=1.0, com=(length, 0, 0), inertia=(0.01, 0.1, 0.1))
    model.connect("A", lw.Revolute("y"), model.ground, rod, initial={"angle": 1.0})
    system = lw.compile_model(model)
    sets = [{"length": 0.3 + 0.05 * k} for k in range(6)]
    ensemble = lw.simulate_many(system, sets, 1.0, times=5)
    for k, values in enumerate(sets):
        single = lw.simulate(system, system.state(values), 1.0, times=5)
        assert np.allclose(ensemble.q[k], single.q, rtol=1e-11, atol=1e-11)
    assert len({round(x, 6) for x in ensemble.q[:, -1, 0]}) == 6


class Wall(lw.Force):
    """A force that is not defined beyond a given angle."""

    kind = "wall of a test"
    measure = lw.RelativeAngle()

    def law(self, e: object, e_dot: object, t: object) -> object:
        return -lw.sqrt(2.0 - e)


def test_one_that_fails_does_not_stop_the_others() -> None:
    model = lw.Model("pendulum", gravity=(0, 0, 0))
    rod = model.body("rod", mass=1.0, com=(0.5, 0, 0), inertia=(0.01, 0.1, 0.1))
    model.connect("A", lw.Revolute("z"), model.ground, rod)
    model.connect("wall", Wall(), model.ground, rod)
    system = lw.compile_model(model)
    speeds = [0.0, 0.5, 50.0, 1.0]
    ensemble = lw.simulate_many(system, [{"A.angle_dot": x} for x in speeds], 0.5, times=6)
    assert ensemble.failed == (2,)
    assert ensemble.statuses[2].startswith("failed: ")
    assert "'wall'" in ensemble.statuses[2] or "A.angle" in ensemble.statuses[2]
    assert ensemble[2].certificate.status == "failed"
    assert len(ensemble[2]) == ensemble.counts[2] < 6
    assert np.isnan(ensemble.q[2, -1]).all()
    single = lw.simulate(system, system.state({"A.angle_dot": 1.0}), 0.5, times=6)
    assert np.allclose(ensemble.q[3], single.q, rtol=1e-11, atol=1e-11)


def test_starts_far_from_closing_are_refused_as_a_single_run_refuses_them() -> None:
    system = four_bar()
    far = {"A.angle": 2.5}
    with pytest.raises(lw.ModelError, match="far from satisfying the constraints"):
        lw.simulate(system, system.state(far), 0.1)
    ensemble = lw.simulate_many(system, [far], 0.1, times=2)
    assert ensemble.failed == (0,)
    assert "far from satisfying the constraints: joint" in ensemble.statuses[0]


BAD = {
    "no members": (lambda s: lw.simulate_many(s, [], 1.0), "there are no members"),
    "another system": (
        lambda s: lw.simulate_many(s, [four_bar().rest], 1.0),
        "member 0: the state belongs to another system",
    ),
    "unknown name": (lambda s: lw.simulate_many(s, [{"A.angel": 1.0}], 1.0), r"A\.angel'\. Did you mean 'A\.angle'"),
    "no state": (lambda s: lw.simulate_many(s, [3], 1.0), "member 0 is 3; give a state, or values by name"),
    "different times": (lambda s: lw.simulate_many(s, [s.state(t=1.0), s.state()], 1.0), "start at different times"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_members(name: str) -> None:
    call, message = BAD[name]
    with pytest.raises(lw.ModelError, match=message):
        call(pendulum())


def test_a_member_that_is_not_there() -> None:
    with pytest.raises(IndexError, match="the ensemble has 1 members, 5 is none of them"):
        lw.simulate_many(pendulum(), [{}], 0.1, times=2)[5]


ONE_BY_ONE: dict[str, tuple[str, dict[str, Any]]] = {
    "absolute": ("absolute", {}),
    "implicit": ("tree", {"method": "radau"}),
}


@pytest.mark.few(1)
@pytest.mark.parametrize("way", ONE_BY_ONE)
def test_members_run_one_by_one_where_lanes_cannot_serve(way: str) -> None:
    coordinates, options = ONE_BY_ONE[way]
    system = lw.compile_model(four_bar().model, coordinates)
    starts = [lw.assemble(system, guess={"A.angle": angle} if coordinates == "tree" else {}) for angle in (0.8, 1.0)]
    given: dict[str, Any] = {"rtol": 1e-6, "atol": 1e-8, **options}
    ensemble = lw.simulate_many(system, starts, 0.1, times=5, **given)
    assert ensemble.success and ensemble.statuses == ("done", "done") and ensemble.q.shape[:2] == (2, 5)
    for k, start in enumerate(starts):
        alone = lw.simulate(system, start, times=ensemble.t, **given)
        assert np.array_equal(ensemble.q[k], alone.q) and ensemble.steps[k] == alone.certificate.steps
        assert np.array_equal(ensemble["A.force"][k], alone["A.force"])


@pytest.mark.parametrize("method", ["dopri5", "radau"])
def test_a_member_that_is_not_there_is_named(method: str) -> None:
    ensemble = lw.simulate_many(pendulum(), [{"A.angle": 0.1}, {"A.angle": 0.2}], 0.1, method=method)
    assert ensemble.member(-1)["A.angle"][0] == ensemble[1]["A.angle"][0] == 0.2
    for ask in (ensemble.member, ensemble.__getitem__):
        with pytest.raises(IndexError, match="the ensemble has 2 members, 5 is none of them"):
            ask(5)


def test_columns_are_the_same_members() -> None:
    system = pendulum()
    angle, speed = np.linspace(0.1, 0.5, 9), np.linspace(-1.0, 1.0, 9)
    rows = [{"A.angle": float(a), "A.angle_dot": float(b)} for a, b in zip(angle, speed, strict=True)]
    one = lw.simulate_many(system, rows, 1.0, times=5)
    other = lw.simulate_many(system, {"A.angle": angle, "A.angle_dot": speed}, 1.0, times=5)
    assert (one.q == other.q).all() and (one.u == other.u).all() and other.verdict.is_good
    assert other[3].certificate.to_dict().keys() == one[3].certificate.to_dict().keys()
    assert other[3].parameters == one[3].parameters
    loop = four_bar()
    start = lw.assemble(loop, {"A.angle": 1.0})
    columns = {name: np.full(3, start[name]) for name in loop.layout.q}
    assert np.allclose(
        lw.simulate_many(loop, columns, 0.2, times=3).q, lw.simulate_many(loop, [start] * 3, 0.2, times=3).q
    )


@pytest.mark.parametrize(
    ("columns", "said"),
    [
        ({"A.angel": [1.0]}, "'A.angel'. Did you mean 'A.angle'?"),
        ({"A.angle": [1.0, np.nan]}, "member 1: A.angle is nan; a state must be finite."),
        ({"A.angle": [1.0, 2.0], "A.angle_dot": [1.0]}, "'A.angle' has 2, 'A.angle_dot' has 1."),
        ({"A.angle": 1.0}, "the column 'A.angle' is 1.0; give a number for each member."),
        ({"A.angle": ["left"]}, "the column 'A.angle' is ['left']; give a number for each member."),
        ({"A.angle": []}, "there are no members"),
        ({}, "there are no members"),
    ],
)
def test_columns_that_make_no_sense_are_told(columns: dict[str, Any], said: str) -> None:
    with pytest.raises(lw.ModelError) as error:
        lw.simulate_many(pendulum(), columns, 1.0)
    assert said in str(error.value)
