"""Files that are wrong or hostile: a clear message with file and place, quickly, and nothing run."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from linkwork.contract import ModelError
from linkwork.formats import FormatError, from_dict, load_model, to_dict
from tests.formats.written_models import four_bar
from tests.work import counted

REVOLUTE = {"kind": "Revolute", "axis": "y"}


def model(**sections) -> dict:
    return {"bodies": {"crank": {"mass": 1}}, **sections}


def connection(**changes) -> dict:
    return model(connections={"A": {"element": REVOLUTE, "ends": ["ground", "crank"], **changes}})


@pytest.mark.parametrize(
    ("data", "message"),
    [
        # Names and keys.
        (model(conections={}), "conections: there is no key 'conections'. Did you mean 'connections'?"),
        (model(model={"gravty": [0, 0, 0]}), "model.gravty: there is no key 'gravty'. Did you mean 'gravity'?"),
        (model(**{"x" * 100_000: 1}), "there is no key 'xxx"),
        (model(bodies={"b": {"mas": 1}}), "bodies.b.mas: there is no key 'mas'. Did you mean 'mass'?"),
        (connection(inital={}), "connections.A.inital: there is no key 'inital'. Did you mean 'initial'?"),
        (
            model(bodies={"b": {"shape": {"kind": "Rod", "lenght": 1, "mass": 1}}}),
            "bodies.b.shape.lenght: Rod: there is no field 'lenght'. Did you mean 'length'?",
        ),
        (
            connection(element={"kind": "Revolut", "axis": "y"}),
            "connections.A.element.kind: there is no element 'Revolut'. Did you mean 'Revolute'?",
        ),
        (connection(element={"axis": "y"}), "connections.A.element: must say its kind"),
        (connection(element="Rod"), "connections.A.element: Rod: length (m) is missing."),
        (model(bodies={"b": {"shape": REVOLUTE}}), "bodies.b.shape.kind: Revolute is not a shape."),
        (connection(drive={"angle": REVOLUTE}), "connections.A.drive.angle.kind: Revolute is not a signal."),
        (
            connection(ends=["ground", "cranc"]),
            "connections.A.ends[1]: there is no body 'cranc'. Did you mean 'crank'?",
        ),
        (connection(ends=["ground", "crank.tip"]), "connections.A.ends[1]: body 'crank': there is no point 'tip'"),
        (
            connection(ends=["ground", {"body": "crank", "et": 1}]),
            "connections.A.ends[1].et: there is no key 'et'; there is body, at, rotate, surface.",
        ),
        (connection(ends=["ground", {"at": [0, 0, 0]}]), "connections.A.ends[1]: must say its body"),
        (connection(ends=["ground", 3]), 'connections.A.ends[1]: must be "crank", "crank.tip", "A.angle"'),
        (connection(ends=["crank"]), "connection 'A': Revolute has 2 ends, not 1."),
        (connection(ends=["crank", "crank"]), "connection 'A': both ends are on 'crank'"),
        (connection(initial={"angel": 1}), "connection 'A': initial: there is no"),
        (connection(drive={"angel": "t"}), "Did you mean 'angle'?"),
        (connection(tree="root"), "choose 'branch' or 'cut'"),
        (model(connections={"A": {"element": REVOLUTE}}), "connections.A: ends is missing."),
        (model(bodies={"ground": {"mass": 1}}), "the name 'ground' is taken"),
        (connection() | {"bodies": {"A": {"mass": 1}, "crank": {"mass": 1}}}, "the name 'A' is taken by a body"),
        # Types and numbers.
        ([1, 2], "must be a table, is a list of 2."),
        (model(bodies=[1]), "bodies: must be a table, is a list of 1."),
        (
            model(bodies={"b": {"mass": True}}),
            "bodies.b.mass: must be a number, or text such as '20 cm' or '2*k', is true.",
        ),
        (model(bodies={"b": {"mass": [1]}}), "bodies.b.mass: must be a number"),
        (model(bodies={"b": {"mass": None}}), "bodies.b.mass: must be a number"),
        (model(bodies={"b": {"mass": float("nan")}}), "bodies.b.mass: nan must be a finite number."),
        (model(bodies={"b": {"mass": float("inf")}}), "bodies.b.mass: inf must be a finite number."),
        (model(bodies={"b": {"mass": 10**400}}), "is too large for a number."),
        (model(bodies={"b": {"mass": 10**5000}}), "bodies.b.mass: a number with thousands of digits is too large"),
        (model(bodies={"b": {"mass": "1e400 kg"}}), "bodies.b.mass: '1e400 kg' must be a finite number."),
        (model(bodies={"b": {"mass": "9**9**9"}}), "bodies.b.mass: '9**9**9' must be a finite number."),
        (model(bodies={"b": {"mass": "0/0"}}), "bodies.b.mass: '0/0' must be a finite number."),
        (
            model(parameters={"k": 2}, bodies={"b": {"mass": "1/(k-2)"}}),
            "bodies.b.mass: '1/(k-2)' must be a finite number.",
        ),
        (
            model(parameters={"k": 2}, ground={"points": {"p": {"rotate": [["k", 0, 0], [0, 1, 0], [0, 0, 1]]}}}),
            "rotate is not a rotation for the values that its Parameters have.",
        ),
        (model(bodies={"b": {"mass": -1}}), "body 'b': mass is -1 kg; it must not be negative."),
        (model(bodies={"b": {"mass": 1, "com": [0, 0]}}), "bodies.b.com: needs three numbers, has 2."),
        (model(bodies={"b": {"mass": 1, "inertia": [1, 1, 5]}}), "break the triangle inequality"),
        (model(bodies={"b": {"mass": 1, "inertia": [1, 1]}}), "an inertia is three principal moments"),
        (model(bodies={"b": {}}), "body 'b': give a shape, or mass="),
        (model(model={"name": 3}), "model: a model: 3 cannot be a name"),
        (model(ground={"points": {"p": {"rotate": {"w": 1}}}}), "ground.points.p.rotate.w: there is no key 'w'"),
        (
            model(ground={"points": {"p": {"rotate": [[1, 0, 0], [0, 2, 0], [0, 0, 1]]}}}),
            "proper orthogonal 3 × 3 matrix",
        ),
        (model(ground={"points": {"p": {"rotate": [[1, 0], [0]]}}}), "ground.points.p.rotate: must be turns"),
        (connection(element={"kind": "Revolute", "axis": [0, 0, 0]}), "an axis of zero length has no direction"),
        (connection(element={"kind": "Revolute", "axis": "w"}), "'w' is not an axis"),
        (connection(lock=["angle", 3]), "connections.A.lock[1]: must be text, is 3."),
        (model(parameters={"2k": 1}), "parameters.2k: Parameter: '2k' cannot be a name"),
        (model(parameters={"t": 1}), "parameters.t: Parameter: 't' is the name of time"),
        (model(parameters={"k": {"unit": "m"}}), "parameters.k: value is missing."),
        (model(include={"file": "x"}), "include: must be a list, is a table."),
        # Expressions.
        (model(bodies={"b": {"mass": "2*kk"}}), "bodies.b.mass: '2*kk', character 3: there is no name 'kk'."),
        (model(bodies={"b": {"mass": "sin(t)"}}), "bodies.b.mass: 'sin(t)' depends on the time t"),
        (connection(drive={"angle": "0.1*snn(t)"}), "connections.A.drive.angle: Formula: '0.1*snn(t)', character 5:"),
        (connection(drive={"angle": "abs(t)"}), "not smooth enough"),
        (
            connection(drive={"angle": "__import__('os').system('touch /tmp/owned')"}),
            "connections.A.drive.angle: Formula: \"__import__('os').system('touch \"",
        ),
        # Versions.
        (model(format=2), "format: is 2, this linkwork reads formats up to 1; install a newer one."),
        (model(format="1"), "format: must be a whole number"),
        (model(format=2, something_new=1), "format: is 2"),
        (model(format=0), "format: must be a whole number"),
    ],
)
def test_mistakes_are_named(data, message: str) -> None:
    with pytest.raises(FormatError) as raised:
        from_dict(data)
    assert message.rstrip('" ') in str(raised.value)
    assert len(str(raised.value)) < 1000


@pytest.mark.parametrize(
    "name",
    [
        "<script>alert(1)</script>",
        "a.b",
        "a[0]",
        "x\ny",
        "\x1b[31mred",
        "‮evil",
        "a&b",
        '"',
        " a",
        "",
        "x" * 10_000,
        "{{7*7}}",
    ],
)
def test_hostile_names(name: str) -> None:
    for data in (
        model(bodies={name: {"mass": 1}}),
        model(model={"name": name}),
        model(connections={name: {"element": REVOLUTE, "ends": ["ground", "crank"]}}),
        model(ground={"points": {name: {}}}),
        model(parameters={name: 1}),
    ):
        with pytest.raises(FormatError, match="cannot be a name") as raised:
            from_dict(data)
        assert str(raised.value).isprintable() and len(str(raised.value)) < 1000


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("m.toml", b"[bodies.b]\nmass = \n", r"m\.toml: is not valid TOML: .*line 2"),
        ("m.toml", b"[bodies.b]\nmass = 1\n[bodies.b]\n", r"m\.toml: is not valid TOML: .*line 3"),
        ("m.toml", b"[bodies.b]\nmass = 1\nmass = 2\n", r"m\.toml: is not valid TOML: .*overwrite a value"),
        ("m.toml", b"[bodies.b]\nmass = 1" + b"9" * 6000, r"m\.toml: is not valid TOML"),
        ("m.toml", b"x = " + b"[" * 100_000, r"m\.toml: "),
        ("m.toml", b"x = " + b"[" * 60 + b"]" * 60, r"m\.toml: lists or tables stand more than 40 deep"),
        ("m.toml", b".".join([b"a"] * 100) + b" = 1", r"m\.toml: lists or tables stand more than 40 deep"),
        ("m.toml", b"[bodies.b]\nmass = nan", r"m\.toml: bodies\.b\.mass: nan must be a finite number"),
        ("m.toml", b"[bodies.b]\nmass = -inf", r"m\.toml: bodies\.b\.mass: -inf must be a finite number"),
        ("m.toml", b"[bodies.b]\nmass = 1979-05-27", r"m\.toml: bodies\.b\.mass: must be a number, .* datetime\.date"),
        ("m.toml", b"\xff\xfe\x00", r"m\.toml: is not text in UTF-8"),
        ("m.toml", b"\x00\x01", r"m\.toml: is not valid TOML"),
        ("m.json", b'{"bodies": {"b": {"mass": 1}', r"m\.json: is not valid JSON: line 1, column \d+"),
        ("m.json", b'{"bodies": {"b": {"mass": 1}, "b": {"mass": 2}}}', r"m\.json: the key 'b' is there twice"),
        ("m.json", b'{"bodies": {"b": {"mass": NaN}}}', r"m\.json: NaN is not a number"),
        ("m.json", b'{"bodies": {"b": {"mass": Infinity}}}', r"m\.json: Infinity is not a number"),
        ("m.json", b'{"bodies": {"b": {"mass": 1e999}}}', r"m\.json: bodies\.b\.mass: inf must be a finite number"),
        ("m.json", b"[1, 2]", r"m\.json: holds a list of 2; a model is a table"),
        ("m.json", b"[" * 100_000, r"m\.json: lists or tables stand more than 40 deep"),
        ("m.json", b"9" * 5000, r"m\.json: is not valid JSON"),
        ("m.json", b"", r"m\.json: is not valid JSON: line 1"),
        ("m.yaml", b"a: 1", r"ends in '\.yaml'; model files end in \.toml or \.json"),
    ],
    ids=lambda value: str(value)[:24],
)
def test_broken_files(tmp_path: Path, name: str, content: bytes, message: str) -> None:
    file = tmp_path / name
    file.write_bytes(content)
    with counted() as work, pytest.raises(FormatError, match=message) as raised:
        load_model(file)
    assert work.calls < 100_000
    assert len(str(raised.value)) < 1000


def test_files_that_are_not_there(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"nothing\.toml: there is no such file"):
        load_model(tmp_path / "nothing.toml")
    with pytest.raises(FormatError, match="is a folder, not a file"):
        load_model(tmp_path)
    with pytest.raises(FormatError, match="there is no such file"):
        load_model("x\0.toml")
    with pytest.raises(ModelError, match="neither a file nor a text"):
        load_model(3)  # type: ignore[arg-type]


def test_a_huge_file(tmp_path: Path) -> None:
    file = tmp_path / "huge.toml"
    with file.open("wb") as stream:
        stream.truncate(10**10)
    with pytest.raises(FormatError, match="has more than 50 MB"):
        load_model(file)


def test_many_keys_with_a_double_one_are_refused_with_little_work() -> None:
    keys = ", ".join(f'"k{i}": 1' for i in range(100_000))
    with counted() as work, pytest.raises(FormatError, match="the key 'k7' is there twice"):
        load_model(f'{{{keys}, "k7": 2}}')
    assert work.calls < 1_000_000


def test_a_byte_order_mark_and_windows_lines(tmp_path: Path) -> None:
    file = tmp_path / "windows.toml"
    file.write_bytes(b"\xef\xbb\xbf[bodies.b]\r\nmass = 1\r\n")
    assert load_model(file).bodies["b"].mass == 1.0


def test_nothing_is_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    attack = "__import__('pathlib').Path('owned').touch()"
    for data in (
        connection(drive={"angle": attack}),
        model(bodies={"b": {"mass": attack}}),
        model(bodies={"b": {"mass": f"1 {attack}"}}),
        model(parameters={"k": attack}),
        connection(element={"kind": attack}),
        connection(element={"kind": "__class__"}),
        connection(element={"kind": "Revolute", "axis": "y", "__init__": 1}),
        connection(element={"kind": "Coupling", "function": attack}),
        connection(element={"kind": "Expression", "function": attack}),
    ):
        with pytest.raises(FormatError):
            from_dict(data)
    assert not list(tmp_path.iterdir())


leaves = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=10)
    | st.sampled_from(["t", "20 cm", "ground"])
)
trees = st.recursive(
    leaves, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
)


@settings(max_examples=150)
@given(st.data())
def test_any_change_to_a_good_file_gives_a_model_or_a_format_error(data) -> None:
    good = json.loads(json.dumps(to_dict(four_bar())))
    here = good
    while isinstance(here, (dict, list)) and here:
        key = data.draw(st.sampled_from(sorted(here) if isinstance(here, dict) else range(len(here))))
        if data.draw(st.booleans()) or not isinstance(here[key], (dict, list)) or not here[key]:
            here[key] = data.draw(trees)
            break
        here = here[key]
    try:
        from_dict(good)
    except FormatError as error:
        assert str(error)
