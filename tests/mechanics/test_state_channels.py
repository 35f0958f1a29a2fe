"""Any channel at one state, in both formulations: what runs give at their first row."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import linkwork as lw
from tests.consistency.machines import four_bar

NAMES = (
    *(
        "k.force",
        "k.measure",
        "k.power",
        "crank.position",
        "crank.rotation",
        "crank.tip.velocity",
        "A.angle",
        "D.angle",
    ),
    *("energy", "kinetic_energy", "B.force", "C.moment", "D.force", "B.force.x", "t", "twice"),
)
OWN = {"twice": lambda c: 2.0 * c["k.force"]}


def loop() -> lw.Model:
    m = four_bar()
    m.bodies["crank"].point("tip", (0.3, 0, 0))
    m.connect("k", lw.Spring(100.0, 0.2), m.ground.at(0, 0, -1), m.bodies["rocker"].at(0.3, 0, 0))
    return m


def both() -> list[tuple[Any, lw.State]]:
    """One state of a loop, in both formulations."""
    tree, absolute = lw.compile_model(loop()), lw.compile_model(loop(), "absolute")
    state = lw.assemble(tree, {"A.angle": -1.0}, velocities={"A.angle_dot": 2.0})
    at = tree.channels(state)
    poses = {n: (at[f"{n}.rotation"], at[f"{n}.position"]) for n in tree.model.bodies}
    moving = {n: (at[f"{n}.angular_velocity"], at[f"{n}.velocity"]) for n in tree.model.bodies}
    return [(tree, state), (absolute, absolute.placed(poses, moving))]


@pytest.mark.slow
def test_they_are_what_runs_give_in_both_formulations() -> None:
    found = []
    for system, state in both():
        at = system.channels(state, OWN)
        run = lw.simulate(system, state, 0.001, outputs=OWN)
        for name in NAMES:
            assert np.allclose(at[name], run[name][0], rtol=1e-7, atol=1e-7), name
        found.append(at)
    for name in NAMES:
        assert np.allclose(found[0][name], found[1][name], rtol=1e-7, atol=1e-7), name
    tree = found[0]
    assert np.allclose(tree["A.angle_ddot"], lw.accelerations(*both()[0])["A.angle_dot"])
    assert {*NAMES} - {"B.force.x"} <= {*tree} and isinstance(tree["k.force"], float)


def test_names_and_states_are_checked() -> None:
    for system, state in both():
        with pytest.raises(lw.ModelError, match=r"there is no channel 'k.forc'. Did you mean 'k.force'\?"):
            system.channels(state)["k.forc"]
        # Loads need a state that satisfies the constraints; what springs do at any state does not.
        assert np.isfinite(system.channels(system.rest)["k.force"])
        with pytest.raises(lw.ModelError, match="channels: the state does not satisfy the constraints"):
            system.channels(system.rest)["B.force"]


def test_states_of_runs_are_taken_as_they_are() -> None:
    """Generalized-α projects velocities on their rows, so that loads at its states are those of the run."""
    system, state = both()[1]
    run = lw.simulate(system, state, 0.05, h=0.001)
    assert system.violations(run.final) == []
    assert np.allclose(system.channels(run.final)["B.force"], run["B.force"][-1], atol=1e-9)


def test_coordinates_of_cut_hinges_are_measured_on_their_ends() -> None:
    system, state = both()[0]
    assert system.layout.cut == ("D.angle", "D.angle_dot")
    run = lw.simulate(system, state, 0.3, times=3001)
    slope = np.gradient(run["D.angle"], run.t, edge_order=2)
    assert np.allclose(slope[5:-5], run["D.angle_dot"][5:-5], atol=1e-5)
    kept = loop()
    kept.remove("D")
    kept.connect("D", lw.Revolute("y"), kept.ground.at(1.0, 0, 0), kept.bodies["rocker"], tree="branch")
    other = lw.compile_model(kept)
    assert "D.angle" in other.layout.q
    like = lw.assemble(other, {"A.angle": -1.0}, guess={"D.angle": run["D.angle"][0]})
    assert like["D.angle"] == pytest.approx(run["D.angle"][0], abs=1e-9)
    with pytest.raises(
        lw.ModelError, match=r"a loop is opened at 'D'. Its value is system.channels\(state\)\['D.angle'\]"
    ):
        state["D.angle"]
    with pytest.raises(lw.ModelError, match=r"a loop is opened at 'D'.*lw.assemble takes it as guess="):
        system.state({"D.angle": 1.0})


@pytest.mark.parametrize(("guess", "found"), [(-2.0, -1.65061), (-1.0, -1.65061), (1.0, 2.23586), (2.5, 2.23586)])
def test_guesses_may_be_of_cut_hinges(guess: float, found: float) -> None:
    system = lw.compile_model(four_bar())
    state = lw.assemble(system, fixed={"A.angle": -1.0}, guess={"D.angle": guess})
    assert system.channels(state)["D.angle"] == pytest.approx(found, abs=1e-5)


def test_a_guess_of_a_cut_hinge_is_met_where_it_can_be() -> None:
    system = lw.compile_model(four_bar())
    state = lw.assemble(system, guess={"D.angle": -2.0})
    assert system.channels(state)["D.angle"] == pytest.approx(-2.0, abs=1e-6)


def test_loads_in_world_axes() -> None:
    """The coupler's hinge turns with the crank: R of the crank leads from one to the other."""
    for system, state in both():
        own, world = lw.loads(system, state), lw.loads(system, state, axes="world")
        R = system.channels(state)["crank.rotation"]
        assert np.allclose(world["B"].force, R @ own["B"].force) and np.allclose(world["B"].moment, R @ own["B"].moment)
        assert np.allclose(world["A"].force, own["A"].force)
        run = lw.simulate(system, state, 0.001)
        moment, force = run.load("B", axes="world")
        assert np.allclose(force[0], world["B"].force, atol=1e-6) and np.allclose(
            moment[0], world["B"].moment, atol=1e-6
        )
        assert type(run.load("B")) is type(own["B"]) and np.allclose(run.load("B").force[0], own["B"].force, atol=1e-6)
        with pytest.raises(lw.ModelError, match=r"no choice of axes 'wrld'. Did you mean 'world'\?"):
            lw.loads(system, state, axes="wrld")


def test_names_of_the_package_are_answered_with_the_nearest() -> None:
    with pytest.raises(AttributeError, match=r"linkwork has no attribute 'Revolut'. Did you mean lw.Revolute\?"):
        lw.Revolut  # type: ignore[attr-defined]  # noqa: B018
    with pytest.raises(AttributeError, match=r"'modes'. Did you mean lw.linearize\(system, state\).modes\(\)\?"):
        lw.modes  # type: ignore[attr-defined]  # noqa: B018
    with pytest.raises(AttributeError, match=r"linkwork has no attribute 'zzzzz'\.$"):
        lw.zzzzz  # type: ignore[attr-defined]  # noqa: B018


DRIVES: dict[str, Any] = {
    "an expression of time": 0.5 + 6.0 * lw.t,
    "a function": lambda t: 0.5 + 6.0 * t,
    "a signal": lw.Polynomial((0.5, 6.0)),
}


@pytest.mark.parametrize("what", DRIVES)
def test_drives_are_signals_functions_or_expressions(what: str) -> None:
    system = lw.compile_model(four_bar(drive={"angle": DRIVES[what]}))
    state = system.state(t=0.5)
    assert state["A.angle"] == pytest.approx(3.5) and state["A.angle_dot"] == pytest.approx(6.0)


def test_a_number_drives_to_where_it_stays(tmp_path: Any) -> None:
    m = four_bar(drive={"angle": 0.5})
    system = lw.compile_model(m)
    assert system.state(t=3.0)["A.angle"] == 0.5 and system.state()["A.angle_dot"] == 0.0
    lw.save_model(m, tmp_path / "m.toml")
    assert lw.compile_model(lw.load_model(tmp_path / "m.toml")).state(t=3.0)["A.angle"] == 0.5


def test_drives_that_are_none_and_time_in_the_wrong_place_are_named() -> None:
    with pytest.raises(lw.ModelError, match=r"'angle' is driven by 'fast'; give a signal .* such as 6.0 \* lw.t"):
        four_bar(drive={"angle": "fast"})
    with pytest.raises(lw.ModelError, match=r"time, lw.t, may stand in drives and inputs"):
        lw.Model("m").body("b", mass=lw.t)


@pytest.mark.parametrize("coordinates", ["tree", "absolute"])
def test_channels_answer_as_mappings_do(coordinates: str) -> None:
    m = lw.Model("pendulum")
    m.connect("A", lw.Revolute("y"), m.ground, m.body("rod", lw.Rod(length=1.0, mass=1.0)))
    system = lw.compile_model(m, coordinates)
    channels, table = system.channels(system.rest, {"own": lambda c: 2.0 * c["t"]}), system.channel_table
    for mapping in (channels, table):
        assert "foo" not in mapping and 3 not in mapping
        assert mapping.get("foo") is None and mapping.get("foo", 1.0) == 1.0
        assert "rod.position.x" in mapping and "A.force" in mapping
        with pytest.raises(lw.ModelError, match="there is no channel 'foo'"):
            mapping["foo"]
    assert all(name in channels for name in channels) and channels.get("own") == 0.0
    assert "mean_multipliers" not in channels and table.get("mean_multipliers") is None


@pytest.mark.few(2)
@pytest.mark.parametrize("formulation", ["tree", "absolute"])
@pytest.mark.parametrize(("gravity", "force", "acceleration"), [(9.81, 0.0, 9.81), (-9.81, 9.81, 0.0), (0.0, 0.0, 0.0)])
def test_channels_take_what_touch_gives(formulation: str, gravity: float, force: float, acceleration: float) -> None:
    """A ball that falls away from what it touches is open, and `touch` says so once."""
    m = lw.Model("ball", gravity=(0, 0, gravity))
    ball = m.body("ball", lw.Sphere(radius=0.1, mass=1.0))
    m.connect("free", lw.Free(), m.ground, ball, initial={"z": 0.1})
    m.connect("floor", lw.UnilateralContact(friction=0.5), m.ground.plane("z"), ball.sphere(0.1))
    system = lw.compile_model(m, formulation)
    found = system.channels(lw.touch(system))
    assert found["floor.force"] == pytest.approx([0.0, 0.0, force], abs=1e-9)
    assert found["ball.acceleration"] == pytest.approx([0.0, 0.0, acceleration], abs=1e-9)
    if gravity < 0.0:
        with pytest.raises(lw.ModelError, match=r"contact 'floor' touches.*lw\.touch"):
            system.channels(system.rest)["floor.force"]
