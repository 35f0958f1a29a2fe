"""The table of channels: in both formulations the names, shapes and units of everything that can be read."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.channels import BODY, BodyQuantity, ChannelTable, ListedChannels, component_names, rate, unit_text
from linkwork.cli.sources import read_model
from linkwork.contract.parameters import RunValue
from linkwork.expr import array

FORMULATIONS = ("tree", "absolute")
GALLERY = (
    "bicycle",
    "delta_robot",
    "elastic_beam",
    "fuel_injection_pump",
    "planetary_gear",
    "satellite",
    "watt_linkage",
)


class Regulator(lw.Active):
    """Acts on no body."""

    ends = 0
    inputs = ("angle",)
    states = ("sum",)
    outputs = ("torque",)

    def state_dot(self, z: Any, i: Any) -> Any:
        return i.angle - z.sum

    def output(self, z: Any, i: Any) -> Any:
        return -i.angle - 2.0 * z.sum


def machine() -> lw.Model:
    """A loop with a driven crank, a free plate on a bushing and a spring, a constraint of two rows, a regulator."""
    m = lw.Model("machine", gravity=(0, 0, -9.81))
    crank = m.body("crank", mass=1.0, com=(0.2, 0, 0), inertia=(0.01, 0.02, 0.02))
    crank.point("tip", (0.4, 0, 0))
    rod = m.body("rod", mass=0.5, com=(0.3, 0, 0), inertia=(0.01, 0.02, 0.02))
    slider = m.body("slider", mass=0.3, inertia=(0.01, 0.01, 0.01))
    plate = m.body("plate", mass=2.0, inertia=(0.1, 0.1, 0.1))
    bead = m.body("bead", mass=0.2, inertia=(0.01, 0.01, 0.01))
    m.connect("A", lw.Revolute("y"), m.ground, crank, drive={"angle": lw.Ramp(2.0)})
    m.connect("B", lw.Revolute("y"), crank.at(0.4, 0, 0), rod)
    m.connect("C", lw.Revolute("y"), rod.at(0.6, 0, 0), slider)
    m.connect("D", lw.Prismatic("x"), m.ground, slider, initial={"displacement": 1.0})
    m.connect("E", lw.Bushing((10.0, 10.0, 10.0, 100.0, 100.0, 100.0)), m.ground.at(0, 1, 0), plate)
    m.connect("k", lw.Spring(lw.Parameter("c", 50.0, unit="N/m"), 0.3), plate, slider)
    m.connect("line", lw.PointOnLine("z"), m.ground.at(0, 2, 0), bead)
    m.connect("regulator", Regulator(), inputs={"angle": "crank.tip.position.z"})
    return m


UNITS = {
    "t": "s",
    "energy": "J",
    "c": "N/m",
    "crank.position": "m",
    "crank.rotation": "1",
    "crank.tip.velocity.z": "m/s",
    "B.angle": "rad",
    "D.displacement": "m",
    "C.force": "N",
    "C.moment.y": "N*m",
    "k.measure": "m",
    "k.measure_dot": "m/s",
    "k.force": "N",
    "k.power": "W",
    "k.energy": "J",
    "regulator.torque": None,
    "regulator.sum": None,
    "line.multipliers": None,
    "E.force": None,
}


@cache
def system(formulation: Any) -> Any:
    return lw.compile_model(machine(), formulation)


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_every_channel_in_the_table_is_read_with_its_shape(formulation: str) -> None:
    compiled = system(formulation)
    at, table = compiled.channels(lw.assemble(compiled)), compiled.channel_table
    assert {*UNITS} - {"crank.tip.velocity.z", "C.moment.y"} <= {*at} <= {*table}
    assert len(table) == len(set(table))
    for name in at:
        assert np.shape(at[name]) == table[name].shape, name
    assert table["E.force"].shape == (6,) and table["line.multipliers"].shape == (2,)
    assert table["crank.rotation"].shape == (3, 3) and table["crank.rotation.x"].shape == (3,)


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_units_are_the_same_in_both_formulations(formulation: str) -> None:
    table = system(formulation).channel_table
    assert {name: table[name].unit for name in UNITS} == UNITS
    assert list(table["E.force"].components.items())[2:4] == [("E.force[2]", "N*m"), ("E.force[3]", "N")]


def test_coordinates_of_each_formulation_have_units() -> None:
    tree, absolute = (system(f) for f in FORMULATIONS)
    assert {tree.channel_table[name].unit for name in (*tree.layout.q, *tree.layout.u)} == {
        "rad", "m", "1", "rad/s", "m/s"
    }  # fmt: skip
    assert tree.channel_table["A.angle.load"].unit == "N*m" and tree.channel_table["B.angle_ddot"].unit == "rad/s**2"
    assert {absolute.channel_table[name].unit for name in (*absolute.layout.q, *absolute.layout.u)} == {
        "m", "1", "rad/s", "m/s"
    }  # fmt: skip


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_what_force_elements_do_is_the_same_in_both_formulations(formulation: str) -> None:
    """The absolute formulation reads laws of several numbers, frames of points and multipliers number by number."""
    tree, other = system("tree"), system(formulation)
    at = tree.channels(lw.assemble(tree))
    poses = {name: (at[f"{name}.rotation"], at[f"{name}.position"]) for name in tree.model.bodies}
    moving = {name: (at[f"{name}.angular_velocity"], at[f"{name}.velocity"]) for name in tree.model.bodies}
    there = at if formulation == "tree" else other.channels(other.placed(poses, moving))
    elements = ("E.measure", "E.force", "crank.tip.rotation", "k.energy", "line.force", "C.force", "regulator.torque")
    for name in (*elements, "B.angle", "B.angle_dot", "C.angle_dot", "D.displacement", "D.displacement_dot"):
        assert np.allclose(there[name], at[name], rtol=1e-9, atol=1e-9), name


@pytest.mark.parametrize("path", [Path("examples") / f"{name}.py" for name in GALLERY], ids=lambda p: p.stem)
def test_the_table_lists_what_the_equations_of_a_tree_give(path: Path) -> None:
    compiled = lw.compile_model(read_model(path).model)
    equations, table = compiled.equations, compiled.channel_table
    given = {p.name for p in equations.parameters if isinstance(p, RunValue)}
    # Multipliers of contacts are forces of their points, and listed as these.
    given |= {
        f"{name}.multipliers" for name, c in compiled.model.connections.items() if isinstance(c.element, lw.Contact)
    }
    # Margins of contacts are known, and not listed.
    given |= {name for name in equations.channels.motion_names if table.find(name) and table[name].source == "margin"}
    assert {*table} == {*equations.channels, *equations.channels.motion_names} - given
    assert {name for name in table if table[name].needs == "motion"} == equations.channels.motion_names - given
    source = equations.channels.at_motion(*equations.dynamics.known)
    for name in table:
        if not name.endswith(".energy"):  # an energy may not be known
            assert np.shape(array(source[name])) == table[name].shape, name


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_unknown_names_are_answered_with_the_nearest(formulation: str) -> None:
    compiled = system(formulation)
    state = lw.assemble(compiled)
    run = lw.simulate(compiled, state, 0.001)
    for ask in (compiled.channel_table, compiled.channels(state), run, run.channel_table):
        with pytest.raises(lw.ModelError, match=r"there is no channel 'k.forc'. Did you mean 'k.force'\?"):
            ask["k.forc"]
    assert "k.force.x" not in compiled.channel_table and "k.force" in compiled.channel_table


def test_momenta_of_bodies_on_a_tree_are_answered_with_where_they_are() -> None:
    compiled = system("tree")
    body = next(iter(compiled.model.bodies))
    for name in (f"{body}.momentum", f"{body}.angular_momentum.x"):
        with pytest.raises(
            lw.ModelError, match=r"momenta of bodies are channels in absolute coordinates.*has 'momenta'"
        ):
            lw.simulate(compiled, lw.assemble(compiled), 0.001)[name]


@pytest.mark.few(1)
@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_runs_know_their_own_outputs_and_tables_name_their_components(formulation: str, tmp_path: Path) -> None:
    compiled = system(formulation)
    own = {"twice": lambda c: 2.0 * c["k.force"], "place": lambda c: 2.0 * c["crank.position"]}
    run = lw.simulate(compiled, lw.assemble(compiled), 0.01, outputs=own)
    assert run.channel_table["twice"] == lw.Channel("twice") and run.channel_table["place"].shape == (3,)
    assert {"twice", "place"} <= {*run.channel_table}
    names = ("twice", "place", "C.force", "E.measure")
    run.to_csv(tmp_path / "run.csv", *names)
    heads = (tmp_path / "run.csv").read_text(encoding="utf-8").splitlines()[0].split(",")
    expected = [label for name in names for label in component_names(name, run[name].shape[1:])]
    # The machine is planar: what goes across its plane is not unique, and says so.
    assert [head.removesuffix(" (not unique)") for head in heads] == [
        "t",
        *expected,
    ] and "C.force.y (not unique)" in heads
    assert expected[:5] == ["twice", "place.x", "place.y", "place.z", "C.force.x"]
    scene = lw.scene_of_run(run, channels=names)
    units = {channel["name"]: channel["unit"] for channel in scene["channels"]}
    inner = {f"{c['name']}.{component}" for c in scene["channels"] for component in c["components"]}
    assert {*expected} <= {*units, *inner}
    assert (
        units["C.force.x"] == "N"
        and units["C.force.y"] == "N (not unique)"
        and units["E.measure[0]"] == "rad"
        and units["E.measure[5]"] == "m"
    )


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_files_know_the_same_table_without_compiling(formulation: Any, tmp_path: Path) -> None:
    m = machine()
    m.remove("regulator")
    compiled = lw.compile_model(m, formulation)
    run = lw.simulate(compiled, lw.assemble(compiled), 0.01, outputs={"place": lambda c: 2.0 * c["crank.position"]})
    run.save(tmp_path / "run.nc")
    again = lw.load_run(tmp_path / "run.nc")
    assert again.layout.coordinates == formulation and again.channel_table["place"].shape == (3,)
    for name in compiled.channel_table:
        assert again.channel_table[name] == run.channel_table[name], name
        assert replace(again.channel_table[name], not_unique=()) == compiled.channel_table[name], name


class Braced(lw.Assembly):
    """Two bars and a block on a node."""

    nodes = ("middle",)

    def parts(self) -> Any:
        springs = {name: (lw.Spring(80.0, 0.1), end, "middle") for end, name in ((0, "upper"), (1, "lower"))}
        return {**springs, "block": (Block(), 0, "middle")}


class Block(lw.Force):
    """A pull that depends on the place of its second end."""

    def wrench(self, rel: Any) -> Any:
        return (0.0, 0.0, 0.0), tuple(-5.0 * x for x in rel.p)


@pytest.mark.few(1)
@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_assemblies_show_their_nodes_and_parts(formulation: Any) -> None:
    m = lw.Model("braced", gravity=(0, 0, -9.81))
    bob = m.body("bob", mass=1.0, inertia=(0.1, 0.1, 0.1))
    m.connect("rail", lw.Prismatic("z"), m.ground, bob, initial={"displacement": -0.5})
    m.connect("brace", Braced(), m.ground, bob)
    compiled = lw.compile_model(m, formulation)
    table, at = compiled.channel_table, compiled.channels(compiled.rest)
    units = {
        **{f"brace.middle.position.{axis}": "m" for axis in "xyz"},
        **{f"brace.block.force.{axis}": "N" for axis in "xyz"},
        "brace.upper.force": "N",
        "brace.lower.force": "N",
        "brace.force": "N",
        "brace.power": "W",
    }
    assert {name: table[name].unit for name in units} == units and {*units} <= {*table}
    assert all(np.shape(at[name]) == table[name].shape and np.isfinite(at[name]).all() for name in units)


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_printed_table_is_a_list_to_read(formulation: str) -> None:
    table = system(formulation).channel_table
    head, columns, *rows = repr(table).splitlines()
    assert head == f"{len(table)} channels" and columns.split() == ["name", "shape", "unit", "needs", "source"]
    assert len(rows) == len(table) and all(row.startswith(f"{name} ") for row, name in zip(rows, table, strict=True))
    read = {" ".join(row.split()) for row in rows}
    assert {
        "t s state time",
        "c N/m state parameter",
        "crank.tip.velocity 3 m/s state point",
        "crank.rotation 3 × 3 state body",
        "C.moment 3 N·m motion load",
        "k.force N state element",
        "line.multipliers 2 motion multipliers",
    } <= read


def test_a_long_table_is_cut_and_says_so() -> None:
    names = tuple(f"c{k}" for k in range(205))
    *_, last, said = repr(ChannelTable([ListedChannels((), names, lambda name: ())])).splitlines()
    assert last.split()[0] == "c199" and said == "… 5 more; list(table) has all names."


def falling_ball() -> lw.Model:
    m = lw.Model("ball", gravity=(0, 0, -9.81))
    ball = m.body("ball", lw.Sphere(0.1, mass=2.0))
    m.connect("floor", lw.UnilateralContact(friction=0.5), m.ground.plane("z"), ball.surface())
    return m


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_margins_of_contacts_are_channels(formulation: Any) -> None:
    """Open, a point is its gap away from touching; at rest it sticks and is its weight, and μ times it, from change."""
    compiled = lw.compile_model(falling_ball(), formulation)
    table, height = compiled.channel_table, "ball (free).z" if formulation == "tree" else "ball.z"
    assert table["floor: touch"] == lw.Channel("floor: touch", needs="motion") and "floor: slide" in table
    assert table["floor: touch"].source == "margin" and not any(": " in name for name in table)
    above = compiled.channels(compiled.state({height: 0.35}))
    assert above["floor: touch"] == pytest.approx(0.25, rel=1e-12) == above["floor.gap"]
    still = lw.touch(compiled, compiled.state({height: 0.1}))
    at, weight, shift = compiled.channels(still), 2.0 * 9.81, still.parameters["floor.force_shift"]
    assert at["floor: touch"] == pytest.approx((weight + shift) / shift, rel=1e-9)
    assert at["floor: slide"] == pytest.approx(0.5 * weight + shift, rel=1e-9)
    run = lw.simulate(compiled, still, 0.01)
    assert run["floor: slide"] == pytest.approx(0.5 * weight + shift, rel=1e-9)


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_pairs_of_a_set_of_contacts_have_loads(formulation: Any) -> None:
    """Of two balls beside each other the floor carries the weight of each, and they do not push."""
    m = lw.Model("balls", gravity=(0, 0, -9.81))
    balls = [m.body(name, lw.Sphere(0.1, mass=mass)) for name, mass in (("light", 1.0), ("heavy", 3.0))]
    m.connect("pile", lw.ContactGroup(), m.ground.plane("z"), *(ball.surface() for ball in balls))
    compiled = lw.compile_model(m, formulation)
    owner = "{} (free)" if formulation == "tree" else "{}"
    places = {"light.z": 0.1, "heavy.z": 0.1, "heavy.x": 0.5}
    values = {f"{owner.format(body)}.{axis}": x for (body, axis), x in ((n.split("."), x) for n, x in places.items())}
    still = lw.touch(compiled, compiled.state(values))
    at, run = compiled.channels(still), lw.simulate(compiled, still, 0.01)
    for name, force in (("ground–light", 9.81), ("ground–heavy", 3 * 9.81), ("light–heavy", 0.0)):
        assert np.linalg.norm(at[f"pile: {name}.force"]) == pytest.approx(force, rel=1e-9, abs=1e-9)
        assert np.linalg.norm(run[f"pile: {name}.force"], axis=1) == pytest.approx(force, rel=1e-9, abs=1e-9)


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_row_of_the_table_of_bodies_is_a_channel_of_all_bodies(
    formulation: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """ω in the axes of a rod that turns by β about x on a post that turns by α about z: (β̇, α̇ sin β, α̇ cos β)."""
    monkeypatch.setitem(BODY, "own_rate", BodyQuantity((3,), "rad/s", lambda frame: frame.w_M))
    m = lw.Model("post and rod", gravity=(0, 0, 0))
    post, rod = (m.body(name, mass=1.0, inertia=(0.1, 0.2, 0.2)) for name in ("post", "rod"))
    rod.point("tip", (0.0, 0.0, 1.0), rotate={"x": 0.3})
    m.connect("A", lw.Revolute("z"), m.ground, post)
    m.connect("B", lw.Revolute("x"), post, rod)
    m.connect("drag", lw.TorsionSpring(1.0, axis="z"), m.ground, post)
    alpha, beta, rates = 0.7, 0.4, (2.0, 3.0)
    tree = lw.compile_model(m)
    at = tree.channels(
        tree.state({"A.angle": alpha, "B.angle": beta, "A.angle_dot": rates[0], "B.angle_dot": rates[1]})
    )
    compiled = lw.compile_model(m, formulation)
    state = at.state
    if formulation == "absolute":
        names = list(m.bodies)
        poses = {name: (at[f"{name}.rotation"], at[f"{name}.position"]) for name in names}
        state = compiled.placed(poses, {n: (at[f"{n}.angular_velocity"], at[f"{n}.velocity"]) for n in names})
    table, own = compiled.channel_table, [rates[1], rates[0] * np.sin(beta), rates[0] * np.cos(beta)]
    assert table["rod.own_rate"] == lw.Channel("rod.own_rate", (3,), "rad/s") and "post.own_rate.z" in table
    assert compiled.channels(state)["rod.own_rate"] == pytest.approx(own, rel=1e-12)
    tip = [own[0], *np.array([[np.cos(0.3), np.sin(0.3)], [-np.sin(0.3), np.cos(0.3)]]) @ own[1:]]
    assert compiled.channels(state)["rod.tip.own_rate"] == pytest.approx(tip, rel=1e-12)
    run = lw.simulate(compiled, state, 0.01)
    across = np.einsum("nji,nj->ni", run["rod.rotation"], run["rod.angular_velocity"])
    assert np.allclose(run["rod.own_rate"], across, rtol=1e-12)
    motion = compiled.functions.motion(state)
    _, slopes = compiled.channels.slopes(("rod.own_rate",), state, motion.u_dot, motion.lam)
    by_u = [[0.0, 1.0], [np.sin(beta), 0.0], [np.cos(beta), 0.0]]
    if formulation == "absolute":
        by_u = np.hstack([np.zeros((3, 6)), at["rod.rotation"].T, np.zeros((3, 3))])
    assert np.allclose(slopes.by_u, by_u, rtol=1e-12, atol=1e-12)


def test_names_and_units_as_they_are_written() -> None:
    assert component_names("a", ()) == ["a"] and component_names("a", (3,)) == ["a.x", "a.y", "a.z"]
    assert component_names("a", (2, 2)) == ["a[0,0]", "a[0,1]", "a[1,0]", "a[1,1]"]
    assert [rate(unit) for unit in ("m", "m/s", "1", None)] == ["m/s", "m/s**2", "1/s", None]
    assert [unit_text(unit) for unit in ("N*m", "m/s**2", "1", None)] == ["N·m", "m/s²", "", ""]
    assert lw.Channel("A.force", (3,), "N").label == "A.force [N]" and lw.Channel("q").label == "q"
