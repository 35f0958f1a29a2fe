"""Files that include files: where they are found, what they may reach, what they share."""

import os
from pathlib import Path

import pytest

from linkwork.formats import FormatError, from_dict, load_model
from linkwork.model import Model

LEG = """
[parameters]
k = "100 N/m"
[bodies.shank]
mass = 1
points.knee = { at = [0, 0, "40 cm"] }
[connections.hip]
element = { kind = "Revolute", axis = "y" }
ends = [{ body = "ground", at = [0, 0, 1] }, "shank.knee"]
[connections.pull]
element = { kind = "Spring", stiffness = "k", length = 0.1 }
ends = ["ground", "shank"]
[bodies.foot]
mass = 0.2
[connections.ankle]
element = { kind = "Revolute", axis = "y" }
ends = ["shank", "foot"]
[connections.double]
element = { kind = "Gear", ratio = 2 }
ends = ["hip.angle", "ankle.angle"]
"""
MAIN = """
include = [
  { file = "leg.toml", prefix = "left/", on = "trunk.left" },
  { file = "leg.toml", prefix = "right/", on = { body = "trunk", at = [0, "-10 cm", 0], rotate = { z = "180 deg" } } },
]
[bodies.trunk]
mass = 10
points.left = { at = [0, "10 cm", 0] }
[connections.bar]
element = { kind = "FixedDistance", length = "20 cm" }
ends = ["left/shank", "right/shank"]
"""


def write(folder: Path, **files: str) -> Path:
    folder.mkdir(exist_ok=True)
    for name, text in files.items():
        (folder / f"{name}.toml").write_text(text, encoding="utf-8")
    return folder / "main.toml"


def test_sub_mechanisms(tmp_path: Path) -> None:
    model = load_model(write(tmp_path, main=MAIN, leg=LEG))
    assert list(model.bodies) == ["trunk", "left/shank", "left/foot", "right/shank", "right/foot"]
    hip = model.connections["left/hip"]
    assert hip.bodies[0].name == "trunk"
    assert hip.ends[0].X.p.tolist() == [0.0, 0.1, 1.0]
    assert model.connections["right/double"].ends[0].connection == "right/hip"
    assert model.connections["left/pull"].element.stiffness is model.connections["right/pull"].element.stiffness


def test_the_outer_file_decides_parameters(tmp_path: Path) -> None:
    model = load_model(write(tmp_path, main=MAIN + '[parameters]\nk = "5 N/cm"\n', leg=LEG))
    assert model.parameters["k"].value == 500
    with pytest.raises(FormatError, match=r"leg\.toml: parameters\.k: 'k' is mass"):
        load_model(write(tmp_path, main=MAIN + '[parameters]\nk = "5 kg"\n', leg=LEG))


def test_files_in_folders_below(tmp_path: Path) -> None:
    write(tmp_path / "parts", leg=LEG, knee="include = [{ file = '../other.toml' }]")
    write(tmp_path, other="[bodies.x]\nmass = 1")
    assert "x" in load_model(write(tmp_path, main="include = [{ file = 'parts/knee.toml' }]")).bodies


@pytest.mark.parametrize(
    ("file", "message"),
    [
        ("../secret.toml", "is outside"),
        ("parts/../../secret.toml", "is outside"),
        ("link.toml", "is outside"),
        ("/etc/passwd", "not by an absolute path"),
        ("C:/secret.toml", "not by an absolute path"),
        ("\\\\\\\\host\\\\share", "not by an absolute path"),
        ("missing.toml", "there is no such file"),
        (".", "there is no such file"),
        ("", "is not the name of a file"),
        ("a\\u0000b", "is not the name of a file"),
        ("x" * 5000, "file"),
        ("pipe", "there is no such file"),
        ("leg.txt", r"model files end in .toml or .json"),
    ],
)
def test_path_tricks(tmp_path: Path, file: str, message: str) -> None:
    (tmp_path / "secret.toml").write_text("[bodies.secret]\nmass = 1")
    folder = tmp_path / "project"
    main = write(folder, main=f'include = [{{ file = "{file}" }}]')
    (folder / "parts").mkdir()
    (folder / "leg.txt").write_text(LEG)
    (folder / "link.toml").symlink_to(tmp_path / "secret.toml")
    os.mkfifo(folder / "pipe")
    with pytest.raises(FormatError, match=message):
        load_model(main)


def test_a_wider_root_is_given_explicitly(tmp_path: Path) -> None:
    (tmp_path / "shared.toml").write_text("[bodies.shared]\nmass = 1")
    main = write(tmp_path / "project", main="include = [{ file = '../shared.toml' }]")
    assert "shared" in load_model(main, root=tmp_path).bodies
    text = "include = [{ file = 'shared.toml' }]\n"
    assert "shared" in load_model(text, root=tmp_path).bodies
    assert "shared" in from_dict({"include": [{"file": "shared.toml"}]}, root=tmp_path).bodies
    with pytest.raises(FormatError, match="text that is in no folder cannot refer to files"):
        load_model(text)


def test_circles(tmp_path: Path) -> None:
    main = write(tmp_path, main="include = [{ file = 'b.toml' }]", b="include = [{ file = 'main.toml' }]")
    with pytest.raises(FormatError, match=r"files include each other in a circle: main\.toml → b\.toml → main\.toml"):
        load_model(main)


def test_a_long_chain(tmp_path: Path) -> None:
    files = {f"f{i}": f"include = [{{ file = 'f{i + 1}.toml' }}]" for i in range(30)}
    with pytest.raises(FormatError, match="more than 16 files inside each other"):
        load_model(write(tmp_path, main=files["f0"], **files))


def test_a_bomb(tmp_path: Path) -> None:
    """Ten files that include ten files that include ten …"""
    files = {f"f{i}": "include = [" + f"{{ file = 'f{i + 1}.toml' }}, " * 10 + "]" for i in range(10)}
    with pytest.raises(FormatError, match="1000 in all"):
        load_model(write(tmp_path, main=files["f0"], f10="", **files))


def test_errors_in_included_files_name_both(tmp_path: Path) -> None:
    main = write(tmp_path, main="include = [{ file = 'b.toml' }]", b="[bodies.x]\nmas = 1")
    with pytest.raises(FormatError, match=r"main\.toml: b\.toml: bodies\.x\.mas: .*Did you mean 'mass'"):
        load_model(main)
    main = write(tmp_path, main="include = [{ file = 'b.toml' }]\n[bodies.x]\nmass=1", b="[bodies.x]\nmass = 1")
    with pytest.raises(FormatError, match=r"main\.toml: include\[0\]: .*'x' is taken"):
        load_model(main)
    with pytest.raises(
        FormatError, match=r"include\[0\]\.on: 'trunk\.a' is|include\[0\]\.on: there is no body 'trunk'"
    ):
        load_model(write(tmp_path, main="include = [{ file = 'b.toml', on = 'trunk.a' }]"))


def test_data_files_are_found_beside_the_model(tmp_path: Path) -> None:
    (tmp_path / "secret.csv").write_text("password\n")
    folder = tmp_path / "project"
    text = """
[bodies.b]
mass = 1
[connections.F]
element = {{ kind = "AppliedForce", along = "x", force = {{ kind = "Table", file = "{}" }} }}
ends = ["b"]
"""
    main = write(folder, main=text.format("force.csv"))
    (folder / "force.csv").write_text("t,f\n0,1\n1,3\n")
    model: Model = load_model(main)
    assert model.connections["F"].element.force(0.5) == 2.0
    with pytest.raises(FormatError, match=r"connections\.F\.element\.force\.file: .*is outside") as raised:
        load_model(write(folder, main=text.format("../secret.csv")))
    assert "password" not in str(raised.value)
