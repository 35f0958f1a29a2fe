"""Runs as scenes: their motion, loads, channels, certificate."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import linkwork as lw
from linkwork.contract import ModelError
from linkwork.system import System, compile_model
from linkwork.views.poses import poses_of_states
from linkwork.views.run_channels import ENERGY_TRACES, first_plots
from linkwork.views.run_scene import poses_of_run, smooth
from tests.views.mechanisms import pendulum
from tests.views.unpack import unpacked


@pytest.fixture(scope="module")
def system() -> System:
    model = pendulum()
    rod = model.bodies["rod"]
    bob = model.body("bob", lw.Sphere(radius=0.1, mass=1.0))
    model.connect("B", lw.Spherical(), rod.at(1, 0, 0, rotate={"z": 0.4}), bob.at(0, 0, 0.3))
    return compile_model(model)


@pytest.fixture(scope="module")
def run(system: System) -> lw.Trajectory:
    outputs = {"twice": lambda channels: 2.0 * channels["A.angle"]}
    return lw.simulate(system, system.state({"A.angle": 0.4}), t_end=1.5, outputs=outputs)


def test_poses_along_a_run_are_those_of_its_states(system: System, run: lw.Trajectory) -> None:
    along, by_states = poses_of_run(run), poses_of_states(system, [run.state(k) for k in range(len(run))])
    assert along.bodies == by_states.bodies
    np.testing.assert_allclose(along.positions, by_states.positions, atol=1e-12)
    np.testing.assert_allclose(np.abs(np.sum(along.quaternions * by_states.quaternions, axis=2)), 1.0, atol=1e-12)


def test_long_steps_are_filled_in(system: System) -> None:
    """The picture follows the run between its steps, not the chords of the steps."""
    run = lw.simulate(system, system.state({"A.angle": 0.4}), t_end=1.5, rtol=1e-3, atol=1e-3)
    scene = lw.scene_of_run(run)
    part = scene["poses"]
    kept = unpacked(part["times"])
    assert len(kept) > 2 * len(run)
    assert np.diff(run.t).max() > 2 * np.diff(kept).max()
    for t in (0.31, 0.77, 1.43):
        exact = poses_of_run(replace(run, **_one(run.at(t)))).positions[0, 1]
        shown = [np.interp(t, kept, unpacked(part["positions"])[:, 2, k]) for k in range(3)]
        assert np.linalg.norm(exact - shown) < 1.1 * part["tolerance"]


def _one(state: lw.State) -> dict:
    rows = {name: getattr(state, name)[None] for name in ("q", "u", "z")}
    return {"t": np.array([state.t]), **rows, "work": np.zeros(1), "_known": {}}


def test_channels_and_texts_of_a_run(run: lw.Trajectory) -> None:
    given = lw.Series("mine", [1.0, 2.0], "V", [0.0, 1.0])
    scene = lw.scene_of_run(run, channels=["bob.position", given], panels={"Note": "kept"})
    units = {channel["name"]: channel["unit"] for channel in scene["channels"]}
    first = ["twice", *ENERGY_TRACES, "energy_balance", "bob.position", *run.layout.q, *run.layout.u]
    order = [name for name in units if name.rpartition(".")[2] not in ("e0", "e1", "e2", "e3")]
    assert order[: len(first) - 4] == [name for name in first if name in order]
    assert [*units][-1] == "mine" and {"A.force", "B.moment", "rod.velocity"} <= {*units}
    assert not [name for name in units if "rotation" in name]
    position = next(c for c in scene["channels"] if c["id"] == "bob.position")
    assert (position["components"], position["group"], position["values"]["shape"][1]) == (["x", "y", "z"], "bob", 3)
    assert {c["name"]: c["group"] for c in scene["channels"]}["A.angle"] == "A"
    assert [units[name] for name in ("A.angle", "A.angle_dot", "kinetic_energy", "mine")] == ["rad", "rad/s", "J", "V"]
    assert (units["bob.position"], units["energy_balance"]) == ("m", "J")
    curves = {c["name"]: (unpacked(c["times"]), unpacked(c["values"])) for c in scene["channels"]}
    np.testing.assert_allclose(
        np.interp(run.t, *curves["twice"]), 2 * run["A.angle"], atol=2e-3 * np.ptp(run["A.angle"])
    )
    assert [panel["title"] for panel in scene["panels"]] == ["Model", "Certificate", "Note"]
    certificate = scene["panels"][1]
    assert certificate["text"] == str(run.certificate)
    verdict = run.certificate.verdict
    assert certificate["verdict"] == {"level": verdict.level, "reasons": [*verdict.reasons]}
    assert all(f"  {label:<14}{said}" in certificate["text"] for label, said in certificate["rows"])


def test_the_load_of_a_hinge_holds_the_weight_and_moves_the_mass() -> None:
    m = pendulum()
    m.connections.clear()
    hook = m.ground.at(0, 0, 2, rotate={"x": 0.7})
    m.connect("A", lw.Revolute("x"), hook, m.bodies["rod"].at(0, 0, 0, rotate={"y": np.pi / 2, "x": 0.7}))
    system = compile_model(m)
    run = lw.simulate(system, system.rest, t_end=0.1)
    [arrow] = (a for a in lw.scene_of_run(run, loads=["A"])["arrows"] if a["kind"] == "force")
    wanted = 2.0 * (np.array([0, 0, 9.81]) + _acceleration(system))
    np.testing.assert_allclose(unpacked(arrow["values"])[0], wanted, atol=1e-5)


def _acceleration(system: System) -> np.ndarray:
    """Of the rod's centre of mass in the world at rest: half way along the rod, from the angular acceleration."""
    poses = poses_of_states(system, [system.rest])
    turn = lw.rotation_euler_parameters(poses.quaternions[0, 0])
    [u_dot] = lw.accelerations(system, system.rest).u_dot
    return np.cross([u_dot, 0.0, 0.0], turn @ [0.5, 0.0, 0.0])


def test_a_state_as_ghost(system: System, run: lw.Trajectory, tmp_path: Path) -> None:
    for thing, more in ((run, {}), (system, {"motion": run.state(0)})):
        path = lw.view(thing, tmp_path / "page.html", ghost=run.final, **more)
        text = path.read_text(encoding="utf-8").split('id="scene">')[1].split("</script>")[0]
        ghost = json.loads(text)["ghost"]
        wanted = poses_of_states(system, [run.final]).positions[0]
        np.testing.assert_allclose(unpacked(ghost["positions"])[1:], wanted, atol=1e-6)


def test_samples_that_are_not_finite_are_left_out(run: lw.Trajectory) -> None:
    q = run.q.copy()
    q[5:] = np.nan
    broken = replace(run, q=q, interpolator=None, _known={})
    assert len(smooth(broken)) == 5
    q[:] = np.nan
    with pytest.raises(ModelError, match="has no states that could be shown"):
        smooth(replace(run, q=q, interpolator=None, _known={}))


def test_what_cannot_be_shown_of_a_run_is_named(run: lw.Trajectory, tmp_path: Path) -> None:
    other = compile_model(pendulum())
    with pytest.raises(ModelError, match="loads: there is no connection 'Z'"):
        lw.scene_of_run(run, loads=["Z"])
    with pytest.raises(ModelError, match="the state belongs to another model"):
        lw.scene_of_run(run, ghost=other.rest)
    with pytest.raises(ModelError, match="brings its own motion"):
        lw.view(run, tmp_path / "page.html", motion=run)


def test_a_load_from_outside_has_no_two_ends() -> None:
    m = pendulum()
    m.connect("push", lw.AppliedForce((1, 0, 0)), m.bodies["rod"])
    system = compile_model(m)
    with pytest.raises(ModelError, match="'push' does not join two bodies"):
        lw.scene_of_run(lw.simulate(system, t_end=0.01), loads=["push"])


@pytest.mark.few(1)
@pytest.mark.parametrize("formulation", ["tree", "absolute"])
def test_channels_have_their_units_whatever_they_are(formulation: str) -> None:
    m = pendulum()
    m.connect("S", lw.Spring(stiffness=3.0, length=0.5), m.ground.at(0, 0, 1), m.bodies["rod"].at(0.5, 0, 0))
    run = lw.simulate(lw.compile_model(m, formulation), t_end=0.05)
    asked = ["rod.position", "rod.angular_velocity", "A.force", "A.moment", "S.force", "S.energy", "energy"]
    units = {c["name"]: c["unit"] for c in lw.scene_of_run(run, channels=asked)["channels"]}
    wanted = {"rod.position": "m", "rod.angular_velocity": "rad/s", "A.force": "N", "A.moment": "N·m"}
    assert {name: units[name] for name in wanted} == wanted
    assert [units[name] for name in ("S.force", "S.energy", "energy")] == ["N", "J", "J"]


def test_rates_are_those_of_the_run_and_not_of_thinned_poses(run: lw.Trajectory) -> None:
    scene = lw.scene_of_run(run)
    assert not scene["differences"]
    times = np.linspace(0.0, 1.5, 61)
    exact = run.resample(times)
    names = [body["name"] for body in scene["bodies"]]
    for body in run.model.bodies:
        part = scene["rates"][names.index(body)]
        kept, values = unpacked(part["times"]), unpacked(part["values"])
        for k, what in enumerate(("angular_velocity", "velocity")):
            shown = np.stack([np.interp(times, kept, values[:, 3 * k + j]) for j in range(3)], axis=1)
            assert np.abs(shown - exact[f"{body}.{what}"]).max() <= 2e-3 * np.abs(exact[f"{body}.{what}"]).max()


@pytest.mark.parametrize("rolls", [lw.RollingWheel(radius=0.3), lw.LeaningWheel(radius=0.3)], ids=lambda h: h.kind)
def test_a_rolling_wheel_is_closed_all_the_way(rolls: lw.Hinge) -> None:
    m = lw.Model("wheel")
    m.connect("rolls", rolls, m.ground, m.body("wheel", lw.Cylinder(radius=0.3, length=0.02, mass=1.0, axis="y")))
    system = compile_model(m)
    run = lw.simulate(system, system.state({"rolls.x": 2.0, "rolls.roll_dot": 3.0}), t_end=0.3)
    [part] = lw.scene_of_run(run)["connections"]
    assert (part["drawn"], part["gap"]) == ("joint", 0.0)


@pytest.mark.slow
def test_the_page_of_an_absolute_run_is_about_its_own_coordinates(tmp_path: Path) -> None:
    m = pendulum()
    absolute = lw.compile_model(m, coordinates="absolute")
    run = lw.simulate(absolute, t_end=0.05)
    scene = lw.scene_of_run(run)
    text = scene["panels"][0]["text"]
    assert "1 body, 7 coordinates, 6 speeds, in absolute coordinates." in text and "A.angle" not in text
    units = {c["name"]: c["unit"] for c in scene["channels"]}
    assert [units[f"rod.{x}"] for x in ("e0", "x", "w_x", "v_x")] == ["", "m", "rad/s", "m/s"]
    for motion in (None, run.final):
        page = lw.view(absolute, tmp_path / "page.html", motion=motion)
        assert "in absolute coordinates" in page.read_text(encoding="utf-8")
    state = absolute.placed({"rod": (np.eye(3), (0, 0, 0))}, {"rod": ((0, 2.0, 0), (0, 0, 0))})
    poses = poses_of_states(absolute, [state])
    assert poses.velocities is not None and poses.angular_velocities is not None
    assert poses.angular_velocities[0, 0].tolist() == [0, 2, 0]


def test_what_is_plotted_first_moves_and_does_not_only_grow() -> None:
    t = np.linspace(0.0, 1.0, 20)
    still, wound, swings, speed = (
        lw.Series("A.angle", 0 * t + 2.0, "rad"),
        lw.Series("B.angle", 30 * t, "rad"),
        lw.Series("C.angle", np.sin(9 * t), "rad"),
        lw.Series("C.angle_dot", np.cos(9 * t), "rad/s"),
    )
    coordinates = ["A.angle", "B.angle", "C.angle"]
    assert first_plots([speed, still, wound, swings], [], coordinates) == ["C.angle"]
    assert first_plots([still, wound], [], coordinates) == ["B.angle"]
    assert first_plots([still], [], coordinates) == []
    assert first_plots([still, swings, speed], ["C.angle_dot"], coordinates) == ["C.angle_dot"]


def test_loads_of_all_connections_are_there_to_be_asked_for() -> None:
    m = pendulum()
    spring = lw.Spring(stiffness=300.0, length=0.2)
    m.connect("S", spring, m.ground.at(0, 0, 1), m.bodies["rod"].at(0.5, 0, 0))
    system = compile_model(m)
    run = lw.simulate(system, t_end=0.2)
    scene = lw.scene_of_run(run)
    arrows = {(a["name"], a["kind"]): a for a in scene["arrows"]}
    # The hinge turns freely about y, and everything lies in its plane: it passes on no moment.
    assert set(arrows) == {("A", "force"), ("S", "force")} and not any(a["shown"] for a in arrows.values())
    force = unpacked(arrows["S", "force"]["values"])[0]
    R, p = run.pose("rod")
    pull = np.array([0.0, 0.0, 1.0]) - (p[0] + R[0] @ [0.5, 0, 0])
    stretched = np.linalg.norm(pull) - 0.2
    np.testing.assert_allclose(force, 300.0 * stretched * pull / np.linalg.norm(pull), rtol=1e-6)
    shown = lw.scene_of_run(run, loads=["S"])["arrows"]
    assert [a["name"] for a in shown if a["shown"]] == ["S"]


def test_runs_are_laid_over_each_other(tmp_path: Path) -> None:
    system = compile_model(pendulum())
    first, second = (lw.simulate(system, system.state({"A.angle": x}), t_end=0.3) for x in (0.3, 0.5))
    scene = lw.scene_of_runs([first, second], labels=("low", "high"))
    assert (scene["label"], scene["others"][0]["label"]) == ("low", "high")
    assert [panel["title"] for panel in scene["panels"]] == ["Model", "Certificate", "Certificate: high"]
    curves = [
        {c["id"]: unpacked(c["values"]) for c in part["channels"]}["A.angle"] for part in (scene, scene["others"][0])
    ]
    assert (curves[0][0], curves[1][0]) == pytest.approx((0.3, 0.5))
    alone = [lw.scene_of_run(run)["extents"] for run in (first, second)]
    for k in range(3):
        assert scene["extents"]["min"][k] == min(extent["min"][k] for extent in alone)
    assert lw.view([first, second], tmp_path / "page.html").exists()


def test_runs_that_cannot_be_compared_are_named(run: lw.Trajectory, tmp_path: Path) -> None:
    system = compile_model(pendulum())
    other = lw.simulate(system, t_end=0.01)
    for given, more, message in (
        ([run, other], {}, "run 2 has other bodies than the first \\('bob'\\)"),
        ([], {}, "holds nothing; give runs"),
        ([other, 3], {}, "holds int; give runs"),
        ([other] * 7, {}, "7 runs cannot be distinguished"),
        ([other, other], {"labels": ["one"]}, "1 were given for 2 runs"),
        ([other, other], {"motion": 3}, "brings its own motion"),
    ):
        with pytest.raises(ModelError, match=message):
            lw.view(given, tmp_path / "page.html", **more)
