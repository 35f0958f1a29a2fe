"""Models written to files and read back are the same models, to the last digit."""

import json
import math
from pathlib import Path

import jsonschema
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import linkwork.elements as lw
from linkwork.contract import Active, Element, Parameter, option, parameter, register
from linkwork.expr import sin, where
from linkwork.formats import FormatError, from_dict, load_model, save_model, to_dict
from linkwork.formats.schema import SCHEMA_FILE
from linkwork.formats.text import LANGUAGES, Language, write_json, write_toml
from linkwork.model import Body, Model, differences
from linkwork.spatial import MassProperties, rotation
from tests.formats.written_models import four_bar

ROOT = Path(__file__).parents[2]
VALIDATOR = jsonschema.Draft202012Validator(json.loads(SCHEMA_FILE.read_text(encoding="utf-8")))


@register
class TestPump(Active):
    """A user's own element, with everything a field can be."""

    __test__ = False
    inputs = ("flow", "valve")
    measure = lw.Distance()
    gain = parameter(unit="N", default=1.0)
    matrix = parameter(shape=(2, None), default=((1.0, 2.0), (3.0, 4.0)))
    words = option(default=("a", "b"))
    extra = option(default=None)
    limit = option(default=math.inf)

    def law(self, e, e_dot, i):
        return self.gain * i.flow * i.valve


def assert_round_trip(model: Model) -> None:
    data = to_dict(model)
    VALIDATOR.validate(data)
    for text in (write_toml(data), write_json(data)):
        twin = load_model(text)
        assert differences(model, twin) == []
        assert to_dict(twin) == data
    assert differences(model, from_dict(data)) == []


def test_four_bar() -> None:
    assert_round_trip(four_bar())


def test_ends_as_one_reads_them() -> None:
    ends = {name: c["ends"] for name, c in to_dict(four_bar())["connections"].items()}
    assert ends["A"] == ["ground", "crank"]
    assert ends["D"] == ["rocker.tip", "ground.pivot"]
    assert ends["gear"] == ["A.angle", "B.angle"]
    assert ends["B"][0] == {"body": "crank", "at": [0.2, 0.0, 0.0]}


def test_an_element_of_ones_own_with_inputs() -> None:
    m = Model("own")
    a, b = m.body("a", mass=1), m.body("b", mass=Parameter("m_b", 2.0), com=(0.1, 0, -0.0), inertia=(1, 2, 2.5))
    k = Parameter("k", 3)
    m.connect("free", lw.Free(), m.ground, a)
    pump = TestPump(gain=k, matrix=[[k, 1, 2], [3, 4, 5]], words=("x", ("20 apples", 3)), extra={"n": [1, 2.5, True]})
    m.connect("pump", pump, a, b, inputs={"flow": lw.Sine(0.1, frequency=2), "valve": 2 * k})
    m.connect("other", TestPump(), a, b, inputs={"flow": 1.5, "valve": lw.Formula("1 - exp(-t)")})
    assert_round_trip(m)


def test_bodies_of_numbers() -> None:
    m = Model("numbers")
    m.body("diagonal", mass=1, inertia=(1, 2, 2.5))
    m.body("full", mass=1, com=(1, 2, 3), inertia=(1, 2, 2.5, 0.1, 0.2, -0.1))
    m.bodies["uneven"] = Body("uneven", MassProperties(1.0, np.zeros(3), np.diag([1.0, 2, 2]) + 1e-12 * np.eye(3, k=1)))
    m.body("replaced", lw.Box(size=(0.1, 0.2, 0.3), density=1000), com=(0, 0, 0.1), inertia=(1, 2, 2.5))
    assert_round_trip(m)


def test_a_parameter_that_only_a_shape_has() -> None:
    """Numbers replace all that follows from the shape; the shape still says how it looks."""
    m = Model("looks")
    m.body("b", lw.Rod(length=Parameter("L", 0.3), mass=1), com=(0, 0, 0), inertia=(1, 1, 1))
    assert list(m.parameters) == ["L"]
    assert_round_trip(m)


def test_rotations_with_parameters() -> None:
    tilt = Parameter("tilt", 0.3)
    m = Model("tilted", gravity=(9.81 * sin(tilt), 0, -9.81))
    b = m.body("b", lw.Box(size=(0.1, 0.1, 0.1), mass=1, rotate={"x": tilt}))
    b.point("turned", rotate={"z": tilt + 1})
    b.point("twice", (tilt, 0, 0), {"x": tilt, "z": 2 * tilt})
    m.connect("A", lw.Revolute("z"), m.ground.at(0, 0, where(tilt > 0, tilt, 1)), b["twice"])
    assert_round_trip(m)
    assert to_dict(m)["bodies"]["b"]["points"]["turned"]["rotate"] == {"z": "tilt + 1"}


def test_functions_of_time_become_formulas() -> None:
    m = Model("wave")
    b = m.body("b", mass=1)
    p = Parameter("p", 2.0)
    m.connect("A", lw.Prismatic("x"), m.ground, b, drive={"displacement": lw.Expression(lambda t: p * np.sin(3 * t))})
    m.connect("F", lw.AppliedForce((0.0, lw.Expression(lambda t: t * t), lw.Formula("2*p", p))), b)
    twin = from_dict(to_dict(m))
    # Factors stand in the order in which they were first recorded, which may have been elsewhere.
    assert to_dict(m)["connections"]["A"]["drive"]["displacement"] in ("p*sin(3*t)", "sin(3*t)*p")
    assert twin.connections["A"].drive["displacement"](0.7) == m.connections["A"].drive["displacement"](0.7)
    assert [f["kind"] if isinstance(f, dict) else f for f in to_dict(m)["connections"]["F"]["element"]["force"]] == [
        0.0,
        "t*t",
        "Formula",
    ]
    assert_round_trip(twin)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda m: setattr(m, "gravity", lambda p, t: p), r"gravity: is a Python function"),
        (
            lambda m: m.connect("x", lw.Coupling(lambda a, b: a - b), "A.angle", "B.angle"),
            r"connections\.x\.element\.function: .* cannot be written to a file",
        ),
        (lambda m: m.body("x", mass=Parameter("not", 1.0) * 2), r"bodies\.x\.mass: .*another name"),
        (lambda m: m.connect("x", Unregistered(), "A.angle", "B.angle"), r"connections\.x\.element: .*no element"),
    ],
)
def test_what_a_file_cannot_hold(change, message: str, tmp_path: Path) -> None:
    model, file = four_bar(), tmp_path / "model.toml"
    file.write_text("precious")
    change(model)
    with pytest.raises(FormatError, match=message):
        save_model(model, file)
    assert file.read_text() == "precious" and len(list(tmp_path.iterdir())) == 1


class Unregistered(lw.Gear):
    ratio = 2.0


@pytest.mark.parametrize("suffix", ["toml", "json"])
def test_files(tmp_path: Path, suffix: str) -> None:
    file = tmp_path / f"model.{suffix}"
    for _ in range(2):  # the second time it is replaced
        save_model(four_bar(), file)
        assert differences(load_model(file), four_bar()) == []
        assert differences(load_model(str(file)), four_bar()) == []
    assert [p.name for p in tmp_path.iterdir()] == [file.name]


def test_files_end_in_toml_or_json(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"model\.xml: ends in '\.xml'; model files end in \.toml or \.json"):
        save_model(four_bar(), tmp_path / "model.xml")
    with pytest.raises(FormatError, match="cannot be written"):
        save_model(four_bar(), tmp_path / "nowhere" / "model.toml")


def test_a_thousand_bodies(tmp_path: Path) -> None:
    m = Model("chain")
    last = m.ground.at(0, 0, 0)
    for i in range(1000):
        body = m.body(f"b{i}", lw.Rod(length=0.1, mass=1))
        m.connect(f"c{i}", lw.Revolute("y"), last, body)
        last = body.at(0.1, 0, 0)
    save_model(m, tmp_path / "chain.toml")
    assert differences(load_model(tmp_path / "chain.toml"), m) == []


scales = st.builds(lambda x, n: x * 10.0**n, st.floats(0.1, 10.0), st.integers(-30, 30))
finite = st.floats(-1e3, 1e3) | st.sampled_from([0.0, -0.0, 1e-300, 5e-324, 0.1, 1 / 3]) | scales
positive = st.floats(1e-3, 1e3)
vectors = st.tuples(finite, finite, finite)
names = st.text(
    st.characters(codec="utf-8", exclude_characters=".[]{}<>&\"'\\", exclude_categories=("C", "Z")), min_size=1
)


@st.composite
def models(draw) -> Model:
    p = [Parameter(name, draw(positive), doc=draw(names)) for name in ("alpha", "beta")]
    written = [p[0], p[1] * 2, p[0] / (p[1] + 1), -(p[0] ** 2.5), draw(scales) * p[0], p[1] + draw(scales)]
    numbers = finite | st.sampled_from(written)
    positives = positive | st.sampled_from([p[0], p[0] + 2 * p[1]])
    m = Model(draw(names), gravity=draw(vectors))
    chosen = draw(st.lists(names.filter(lambda n: n != "ground"), unique=True, min_size=1, max_size=6))
    points = [m.ground.at(*draw(vectors))]
    axis = draw(vectors.filter(lambda v: np.linalg.norm(v) > 1e-3))
    hinges = [lw.Revolute(axis), lw.Prismatic(axis), lw.Screw(0.01, axis), lw.Spherical(), lw.Free(), lw.Universal()]
    for i, name in enumerate(chosen[: (len(chosen) + 1) // 2]):
        shapes = st.sampled_from(
            [lw.Rod(draw(positives), mass=draw(positives)), lw.Sphere(draw(positive), density=2.0)]
        )
        body = m.body(name, draw(shapes))
        turn = draw(
            st.none() | st.fixed_dictionaries({"z": numbers}) | st.fixed_dictionaries({"x": finite, "y": finite})
        )
        points.append(body.point(f"p{i}", draw(st.tuples(numbers, finite, numbers)), turn))
        points.append(body.at(*draw(vectors)))
    for name in chosen[(len(chosen) + 1) // 2 :]:
        a, b = draw(st.sampled_from(points)), draw(st.sampled_from(points))
        if a.body is b.body:
            continue
        element: Element = draw(st.sampled_from([*hinges, lw.Spring(draw(positives), 0.1, 0.2)]))
        initial = {c: draw(numbers) for c in getattr(element, "coordinates", ())}
        m.connect(
            name, element, a, b, initial=initial, tree=draw(st.sampled_from([None, "branch"])) if initial else None
        )
    return m


@pytest.mark.slow
@settings(max_examples=60)
@given(models())
def test_random_models(model: Model) -> None:
    assert_round_trip(model)


def test_unit_vectors_are_kept_to_the_last_digit() -> None:
    rng = np.random.default_rng(2)
    for _ in range(300):
        hinge = lw.Revolute(rng.normal(size=3))
        assert lw.Revolute(hinge.axis).axis == hinge.axis


def test_a_turn_about_one_axis_is_written_as_one() -> None:
    m = Model("turn")
    b = m.body("b", mass=1)
    for axis in "xyz":
        b.point(axis, rotate=rotation(axis, 0.5))
    assert to_dict(m)["bodies"]["b"]["points"]["y"]["rotate"] == {"y": pytest.approx(0.5)}
    assert_round_trip(m)


def test_the_example_file() -> None:
    model = load_model(ROOT / "examples" / "four_bar.toml")
    assert_round_trip(model)
    assert set(model.bodies) == {"crank", "coupler", "rocker"}


@given(scales)
def test_factors_of_any_size(scale: float) -> None:
    k = Parameter("k", 1.0)
    m = Model("scaled")
    b = m.body("b", mass=scale * k)
    drive = {"angle": lw.Formula(f"{scale!r}*sin(t)")}
    m.connect("A", lw.Revolute("y"), m.ground.at(scale * k, 0, 0), b, drive=drive)
    assert_round_trip(m)


def test_locks_without_values_are_held_where_they_start() -> None:
    hinge = {"element": "Spherical", "ends": ["ground", "b"]}
    planar = {"element": {"kind": "Planar"}, "ends": ["ground", "b"], "lock": ["x", "angle"], "initial": {"x": "30 cm"}}
    euler = {"element": {"kind": "Gimbal", "sequence": "zxz"}, "ends": ["ground", "c"], "lock": ["second"]}
    bodies = {name: {"mass": 1.0} for name in "bcd"}
    m = from_dict({"bodies": bodies, "connections": {"A": planar, "B": euler, "C": {**hinge, "ends": ["ground", "d"]}}})
    assert dict(m.connections["A"].lock) == {"x": 0.3, "angle": 0.0}
    assert dict(m.connections["B"].lock) == {"second": math.pi / 2}
    assert_round_trip(m)


def controlled(**inputs: object) -> Model:
    m = Model("controlled")
    arm = m.body("left arm", lw.Rod(length=1.0, mass=1.0))
    arm.point("tip", (1, 0, 0))
    m.connect("A", lw.Revolute("z"), m.ground, arm)
    m.connect("motor", lw.DCMotor(0.5, 2.0, 0.01), m.ground, arm, inputs={"voltage": "pid.output"})
    m.connect("pid", lw.PID(5.0), inputs={"target": lw.Formula("sin(t)"), "measured": "A.angle", **inputs})
    return m


@pytest.mark.parametrize("channel", ["A.angle", "left arm.tip.position.x", "energy", "t", "A.force.x"])
def test_inputs_that_are_channels(channel: str) -> None:
    model = controlled(measured=channel)
    assert_round_trip(model)
    assert from_dict(to_dict(model)).connections["pid"].inputs["measured"] == channel


def test_channels_in_a_file_are_words_with_dots() -> None:
    text = """
        [bodies.arm]
        mass = 1.0
        [connections.A]
        element = {kind = "Revolute", axis = "z"}
        ends = ["ground", "arm"]
        [connections.pid]
        element = {kind = "PID", proportional = 5.0}
        ends = []
        inputs = {target = "sin(t)", measured = "A.angle"}
        [connections.other]
        element = {kind = "PID", proportional = 5.0}
        ends = []
        inputs = {target = "0.5*t", measured = {channel = "energy"}}
    """
    found = load_model(text).connections
    assert found["pid"].inputs["measured"] == "A.angle" and found["pid"].inputs["target"] == lw.Formula("sin(t)")
    assert found["other"].inputs["measured"] == "energy" and found["other"].inputs["target"] == lw.Formula("0.5*t")


def test_functions_of_channels_are_refused_with_a_reason() -> None:
    with pytest.raises(FormatError, match=r"connections\.pid\.inputs\.measured.* Python function of channels"):
        to_dict(controlled(measured=lambda x: 2 * x["A.angle"]))


def test_muscles_and_cables_over_via_points() -> None:
    m = Model("limb")
    bones = [m.body(name, lw.Rod(length=0.3, mass=1.0)) for name in ("upper", "lower")]
    ends = m.ground, bones[0].at(0.1, 0, 0), bones[1].at(0.1, 0, 0.02)
    m.connect("cable", lw.UnilateralSpring(1e4, 0.3, on=lw.Path()), *ends)
    m.connect("muscle", lw.Muscle(600.0, 0.1, 0.2), *ends, inputs={"excitation": 0.3}, initial={"activation": 0.3})
    m.connect("broad", lw.Muscle(600.0, 0.1, 0.2, on=lw.Lines((2, 2))), *ends, bones[1], inputs={"excitation": 0.3})
    m.connect("thelen", lw.Muscle(600.0, 0.1, 0.2, curves="Thelen2003"), *ends, inputs={"excitation": 0.3})
    inputs = {"stimulation": lw.Table((0.0, 1.0), (0.1, 0.4)), "recruitment": 0.8}
    m.connect("hatze", lw.HatzeMuscle(600.0, 0.1, 0.2, rate=3.67, exponent=2), *ends, inputs=inputs)
    m.connect("tissue", lw.Fung(lw.ExponentialResponse(10.0, 20.0), (0.2,), (0.5,)), *bones)
    assert_round_trip(m)


def test_a_further_language_is_a_further_entry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reverse = Language("reversed JSON", lambda text: json.loads(text[::-1]), lambda data: json.dumps(data)[::-1])
    monkeypatch.setitem(LANGUAGES, ".nosj", reverse)
    model = Model("pendulum")
    model.connect("A", lw.Revolute("y"), model.ground, model.body("rod", mass=1.0, inertia=(0.1, 0.1, 0.1)))
    save_model(model, tmp_path / "pendulum.nosj")
    assert to_dict(load_model(tmp_path / "pendulum.nosj")) == to_dict(model)
    for name, said in (("pendulum.yaml", "model files end in .toml or .json or .nosj"), ("bad.nosj", "is not valid")):
        (tmp_path / name).write_text("{}}", encoding="utf-8")
        with pytest.raises(FormatError, match=said):
            load_model(tmp_path / name)
