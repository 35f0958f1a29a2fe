"""Loads of constraints that repeat each other: least norm, the same in both formulations, and marked as not unique."""

import pickle
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.mechanics.load_shares import open_loads
from linkwork.run import certificate

pytestmark = pytest.mark.filterwarnings("ignore::linkwork.NotUniqueWarning")
BOTH = pytest.mark.parametrize("coordinates", ["tree", "absolute"])
HEIGHTS = {"bottom": 0.2, "middle": 1.0, "top": 1.8}


def door(order: Any = tuple(HEIGHTS), **given: Any) -> lw.Model:
    m = lw.Model("door")
    leaf = m.body("leaf", lw.Box(size=(0.9, 0.04, 2.0), mass=20.0))
    for name in order:
        at = HEIGHTS[name]
        m.connect(name, lw.Revolute("z"), m.ground.at(0, 0, at), leaf.at(-0.45, 0, at - 1.0), **given)
    return m


def four_bar(cut: str = "") -> lw.Model:
    """In space, so that what goes across its plane repeats itself."""
    m = lw.Model("four-bar")
    crank, coupler, rocker = (
        m.body(n, lw.Rod(length=x, mass=x)) for n, x in (("crank", 0.2), ("coupler", 0.9), ("rocker", 0.5))
    )
    ends = {
        "A": (m.ground, crank),
        "B": (crank.at(0.2, 0, 0), coupler),
        "C": (coupler.at(0.9, 0, 0), rocker),
        "D": (rocker.at(0.5, 0, 0), m.ground.at(0.8, 0, 0)),
    }
    for name, own in ends.items():
        m.connect(name, lw.Revolute("y"), *own, **({"tree": "cut"} if name == cut else {}))
    m.connect("push", lw.AppliedForce((1.0, 7.0, 2.0)), coupler.at(0.3, 0.0, 0.0))
    return m


def sarrus() -> lw.Model:
    m = lw.Model("sarrus")
    top = m.body("top", lw.Box(size=(0.4, 0.4, 0.02), mass=3.0))
    turn = np.arcsin(0.6)
    for k, angle in enumerate((0.0, np.pi / 2)):
        lower, upper = (m.body(f"{n}{k}", lw.Rod(length=0.25, mass=0.5)) for n in ("lower", "upper"))
        place = (0.2 * np.cos(angle), 0.2 * np.sin(angle), 0.0)
        foot, head = (own.at(*place, rotate={"z": angle}) for own in (m.ground, top))
        m.connect(f"g{k}", lw.Revolute("y"), foot, lower, initial={"angle": -turn})
        m.connect(f"k{k}", lw.Revolute("y"), lower.at(0.25, 0, 0), upper, initial={"angle": 2 * turn - np.pi})
        m.connect(f"t{k}", lw.Revolute("y"), upper.at(0.25, 0, 0), head, initial={"angle": np.pi - turn})
    m.connect("push", lw.AppliedForce((3.0, 5.0, -2.0)), top.at(0.1, 0.05, 0.0))
    return m


def least_by_newton_euler(system: lw.System, state: lw.State, length: float) -> dict[str, np.ndarray]:
    """Wrenches of revolute joints about y of least norm, from the balance of each body alone: six equations a body."""
    model, at = system.model, system.channels(state)
    joints = [c for c in model.connections.values() if isinstance(c.element, lw.Revolute)]
    bodies = list(model.bodies.values())

    def frame(end: Any) -> Any:
        own = None if end.body.is_ground else end.body.name
        return (np.eye(3), np.zeros(3)) if own is None else (at[f"{own}.rotation"], at[f"{own}.position"])

    A, b = np.zeros((6 * len(bodies), 5 * len(joints))), np.zeros(6 * len(bodies))
    for i, body in enumerate(bodies):
        R, p = frame(body.at(0, 0, 0))
        c, I = R @ np.asarray(body.com, float), R @ np.asarray(body.inertia, float) @ R.T  # noqa: E741
        w, alpha, a = (at[f"{body.name}.{k}"] for k in ("angular_velocity", "angular_acceleration", "acceleration"))
        a_c = a + np.cross(alpha, c) + np.cross(w, np.cross(w, c)) + np.array([0, 0, 9.81])
        b[6 * i : 6 * i + 3] = I @ alpha + np.cross(w, I @ w) + np.cross(p + c, body.mass * a_c)
        b[6 * i + 3 : 6 * i + 6] = body.mass * a_c
        for push in (x for x in model.connections.values() if x.ends[-1].body is body and x.name == "push"):
            force = np.asarray(push.element.force, float)
            b[6 * i : 6 * i + 3] -= np.cross(p + R @ np.asarray(push.ends[-1].X.p, float), force)
            b[6 * i + 3 : 6 * i + 6] -= force
    for j, joint in enumerate(joints):
        (R, _), (S, p) = (frame(end) for end in joint.ends)
        F, M = R @ np.asarray(joint.ends[0].X.R, float), p + S @ np.asarray(joint.ends[1].X.p, float)
        units = np.zeros((5, 6))
        units[range(5), [0, 2, 3, 4, 5]] = [length, length, 1, 1, 1]  # (moment x, z, force): none about the axis y
        for k, unit in enumerate(units):
            moment, force = F @ unit[:3], F @ unit[3:]
            for sign, end in ((-1.0, joint.ends[0]), (1.0, joint.ends[1])):
                if not end.body.is_ground:
                    i = bodies.index(end.body)
                    A[6 * i : 6 * i + 6, 5 * j + k] = sign * np.array([*(moment + np.cross(M, force)), *force])
    x = np.linalg.lstsq(A, b, rcond=1e-10)[0].reshape(-1, 5)
    return {
        c.name: np.array([length * own[0], 0.0, length * own[1], *own[2:]]) for c, own in zip(joints, x, strict=True)
    }


@BOTH
@pytest.mark.parametrize("order", [*permutations(HEIGHTS)])
def test_three_hinges_carry_a_door_alike(coordinates: str, order: tuple[str, ...]) -> None:
    """With 2·0.8 f + 3 m = M and f : 0.8 = m : L², least norm gives f = 0.8 a, m = L² a, a = M / (2·0.8² + 3 L²)."""
    system = lw.compile_model(door(order), coordinates)
    found = lw.loads(system, system.rest)
    square = 0.45**2 + 0.8**2
    a = 20.0 * 9.81 * 0.45 / (2 * 0.8**2 + 3 * square)
    for name, across in (("bottom", 0.8 * a), ("middle", 0.0), ("top", -0.8 * a)):
        np.testing.assert_allclose(found[name].force, (across, 0.0, 65.4), atol=1e-9)
        np.testing.assert_allclose(found[name].moment, (0.0, -square * a, 0.0), atol=1e-9)
    assert not found.unique
    said = repr(found)
    assert "not unique: " in said and "top (moment x, y, force x, y, z)" in said and "lw.Bushing" in said


@pytest.mark.few(1)
@BOTH
@pytest.mark.parametrize("build", [four_bar, sarrus])
def test_least_norm_is_that_of_the_balances_of_single_bodies(coordinates: str, build: Any) -> None:
    system = lw.compile_model(build(), coordinates)
    start = lw.assemble(system)
    run = lw.simulate(system, start, 0.05, times=3, rtol=1e-9)
    length = {"four-bar": 0.9, "sarrus": 0.25}[system.model.name]
    state = run.state(-1)
    found, asked = lw.loads(system, state), least_by_newton_euler(system, state, length)
    for name, wrench in asked.items():
        np.testing.assert_allclose([*found[name].moment, *found[name].force], wrench, atol=2e-6)
        np.testing.assert_allclose(run[f"{name}.force"][-1], found[name].force, atol=1e-9)
        np.testing.assert_allclose(run[f"{name}.moment"][-1], found[name].moment, atol=1e-9)
        np.testing.assert_allclose(system.channels(state)[f"{name}.force"], found[name].force, atol=1e-9)


@pytest.mark.few(2)
@pytest.mark.parametrize("cut", "ABCD")
def test_shares_do_not_depend_on_the_joint_that_is_cut(cut: str) -> None:
    whole = lw.compile_model(four_bar(), "absolute")
    rest = lw.assemble(whole)
    asked = lw.loads(whole, rest)
    system = lw.compile_model(four_bar(cut), "tree")
    poses = {
        n: (whole.channels(rest)[f"{n}.rotation"], whole.channels(rest)[f"{n}.position"]) for n in whole.model.bodies
    }
    found = lw.loads(system, lw.assemble(system, bodies=poses))
    for name in "ABCD":
        np.testing.assert_allclose(found[name].force, asked[name].force, atol=1e-4)
        np.testing.assert_allclose(found[name].moment, asked[name].moment, atol=1e-4)


@BOTH
def test_what_enforces_two_drives_of_one_axis_is_halved(coordinates: str) -> None:
    """J α = 20 (0.9² + 0.04²)/12 + 20·0.45² times 2 rad/s², on two drives."""
    model = door(("bottom", "top"), drive={"angle": lw.Polynomial((0.0, 0.2, 1.0))})
    system = lw.compile_model(model, coordinates)
    found = lw.loads(system, lw.assemble(system))
    torque = 2.0 * 20.0 * ((0.9**2 + 0.04**2) / 12 + 0.45**2)
    for name in ("bottom", "top"):
        assert found[name].moment[2] == pytest.approx(torque / 2, rel=1e-9)
        assert f"{name}.moment.z" in found.not_unique
    assert all(value == pytest.approx(torque / 2, rel=1e-9) for value in found.drives.values())


@pytest.mark.few(1)
@BOTH
def test_only_what_goes_across_the_plane_is_marked(coordinates: str, tmp_path: Path) -> None:
    system = lw.compile_model(four_bar(), coordinates)
    run = lw.simulate(system, lw.assemble(system), 0.05, times=5)
    marked = {f"{name}.{own}" for name in "ABCD" for own in ("force.y", "moment.x", "moment.z")}
    plain = {name for name in run.certificate.not_unique if "multipliers" not in name and "mean" not in name}
    assert plain == marked and run.verdict.is_good
    said = str(run.certificate)
    assert "loads         not unique: A (moment x, z, force y); " in said and "lw.Bushing" in said
    table = run.channel_table
    assert table["A.force.x"].label == "A.force.x [N]" and table["A.force.y"].label == "A.force.y (not unique) [N]"
    legend = [text.get_text() for text in lw.plot(run, "A.force").axes[0].get_legend().get_texts()]
    assert legend == ["A.force.x", "A.force.y (not unique)", "A.force.z"]
    run.to_csv(tmp_path / "run.csv", "A.force")
    assert (tmp_path / "run.csv").read_text().splitlines()[0] == "t,A.force.x,A.force.y (not unique),A.force.z"
    run.save(tmp_path / "run.nc")
    assert lw.load_run(tmp_path / "run.nc").channel_table["C.moment.x"].not_unique == ("C.moment.x",)


@BOTH
def test_such_loads_are_looked_for_when_they_are_asked_for(coordinates: str, monkeypatch: pytest.MonkeyPatch) -> None:
    system = lw.compile_model(four_bar(), coordinates)
    looked: list[lw.Trajectory] = []
    look = certificate.not_unique_along
    monkeypatch.setattr(certificate, "not_unique_along", lambda *given: [looked.append(given[1]), look(*given)][1])
    runs = [lw.simulate(system, lw.assemble(system), 0.02, times=3) for _ in range(3)]
    assert all(run.verdict.is_good and run.certificate.steps and run.success for run in runs) and not looked
    told, read, kept = runs
    assert read["coupler.position"].shape == (3, 3) and read.channel_table["crank.position"].unit == "m" and not looked
    assert "A.force.y" in told.certificate.not_unique == told.certificate.not_unique and len(looked) == 1
    assert np.isfinite(read["A.force"]).all() and read.certificate.not_unique == told.certificate.not_unique
    assert len(looked) == 2
    again = pickle.loads(pickle.dumps(kept.certificate))
    assert again.not_unique == told.certificate.not_unique and again == kept.certificate and len(looked) == 3


@BOTH
def test_reading_such_a_load_warns_and_others_do_not(coordinates: str) -> None:
    system = lw.compile_model(four_bar(), coordinates)
    start = lw.assemble(system)
    run = lw.simulate(system, start, 0.05, times=5)
    at, several = system.channels(start), lw.simulate_many(system, [start, start], 0.05, times=5)
    for read in (run, at, several):
        with pytest.warns(
            lw.NotUniqueWarning, match=r"D.moment is not unique \(x, z\): constraints repeat .*lw.Bushing"
        ):
            read["D.moment"]
        with pytest.warns(lw.NotUniqueWarning, match="B.force.y is not unique: "):
            read["B.force.y"]


@pytest.mark.few(1)
@BOTH
@pytest.mark.filterwarnings("error::linkwork.NotUniqueWarning")
def test_unique_loads_are_never_marked(coordinates: str) -> None:
    """Ball joints and a bushing leave nothing open: a door on a hinge and a bushing has real shares."""
    m = door(("bottom",))
    m.connect("top", lw.Bushing(stiffness=(0.0, 0.0, 0.0, 1e7, 1e7, 1e7)),
              m.ground.at(0, 0, 1.8), m.bodies["leaf"].at(-0.45, 0, 0.8))  # fmt: skip
    bars = lw.Model("bars")
    rods = [
        bars.body(n, mass=x, com=(x / 2, 0, 0), inertia=(x / 9, x / 9, x / 9))
        for n, x in (("a", 0.2), ("b", 0.9), ("c", 0.5))
    ]
    bars.connect("A", lw.Revolute("y"), bars.ground, rods[0])
    bars.connect("B", lw.Spherical(), rods[0].at(0.2, 0, 0), rods[1])
    bars.connect("C", lw.Spherical(), rods[1].at(0.9, 0, 0), rods[2])
    bars.connect("D", lw.Revolute("y"), rods[2].at(0.5, 0, 0), bars.ground.at(0.8, 0, 0))
    for model in (m, bars):
        system = lw.compile_model(model, coordinates)
        start = lw.assemble(system)
        run = lw.simulate(system, start, 0.02, times=3)
        assert run.certificate.not_unique == () and lw.loads(system, start).unique
        for name in (n for n in run.channel_table if n.endswith((".force", ".moment"))):
            assert np.isfinite(run[name]).all() and not run.channel_table[name].not_unique
    assert "not unique" not in str(run.certificate)


@BOTH
def test_loads_of_rest_are_shared_and_marked_too(coordinates: str) -> None:
    system = lw.compile_model(door(lock=("angle",)), coordinates)
    eq = lw.equilibrium(system)
    for name in HEIGHTS:
        assert eq[f"{name}.force"][2] == pytest.approx(65.4, rel=1e-9)
    assert eq.channels.table["top.force.z"].label == "top.force.z (not unique) [N]"


@BOTH
def test_such_a_load_has_no_derivative(coordinates: str) -> None:
    system = lw.compile_model(four_bar(), coordinates)
    start = lw.assemble(system)
    single = lw.linearize(system, start, outputs=["C.force.x"])
    found = lw.linearize(system, start, outputs=["C.force"])
    assert np.isnan(found.C[1]).all() and np.isfinite(found.C[[0, 2]]).all()
    np.testing.assert_allclose(found.C[0], single.C[0])
    with pytest.raises(lw.ModelError, match=r"C.force.y is not unique, and has no derivative: .*lw.Bushing"):
        lw.linearize(system, start, outputs=["C.force.y"])


def test_native_code_shares_as_numbers_do() -> None:
    """What steps in real time, C and pages read is one traced function of the rows in use."""
    for model, rows in ((four_bar(), (0, 2)), (door(), ())):
        system = lw.compile_model(model, "tree")
        state = lw.assemble(system)
        left = open_loads(system, state)
        assert left is not None and len(left.independent_rows) == len(rows)
        names = tuple(f"{n}.{kind}" for n in system.rows.load_names for kind in ("moment", "force"))
        kernel = system.kernel("observed", rows=left.independent_rows, channels=names)
        found = np.asarray(kernel(*system.arguments(state)).values).reshape(-1, 6)
        asked = lw.loads(system, state)
        for name, own in zip(system.rows.load_names, found, strict=True):
            np.testing.assert_allclose(own, [*asked[name].moment, *asked[name].force], atol=1e-8)
