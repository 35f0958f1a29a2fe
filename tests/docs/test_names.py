"""Names of the package that the documentation writes as code exist in it, and what it says to be missing does not."""

import re
from pathlib import Path

import pytest

import linkwork as lw

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / name for name in ("README.md", "CHANGELOG.md", "CONTRIBUTING.md")]
PAGES += sorted((ROOT / "docs").rglob("*.md"))
NAME = re.compile(r"\blw\.([A-Za-z_]\w*)")


def unknown_names(text: str) -> list[str]:
    """Names `lw.X` that the package has not, each with its line."""
    missing = [m for m in NAME.finditer(text) if not hasattr(lw, m[1])]
    return [f"line {text.count(chr(10), 0, m.start()) + 1}: {m[0]}" for m in missing]


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_names_written_as_code_exist(path: Path) -> None:
    assert not unknown_names(path.read_text(encoding="utf-8"))


def test_a_name_that_does_not_exist_is_found() -> None:
    assert unknown_names("first\nsee `lw.Spring` and `lw.inspect`") == ["line 2: lw.inspect"]


MISSING = ("urdf", "mjcf", "sdf", "usd", "osim", "fmu", "ros", "gymnasium", "pacejka", "plastic", "stochastic")
MISSING += ("cuda", "inverse_kinematics", "inverse kinematics", "optimal control")
SOURCES = sorted((ROOT / "src" / "linkwork").rglob("*.py"))


def test_what_is_said_to_be_missing_is_missing() -> None:
    """A feature that comes takes its row off docs/cannot_yet.md, and its word off this list."""
    said = (ROOT / "docs" / "cannot_yet.md").read_text(encoding="utf-8").lower()
    code = "\n".join(path.read_text(encoding="utf-8") for path in SOURCES).lower()
    assert not [word for word in MISSING if word in code and re.search(rf"\b{word}\b", code)]
    aliases = {"cuda": "graphics card", "inverse_kinematics": "inverse kinematics", "stochastic": "random process"}
    assert not [word for word in MISSING if aliases.get(word, word) not in said]


def test_what_takes_a_tree_says_so() -> None:
    model = lw.Model("pendulum")
    rod = model.body("rod", lw.Rod(length=1.0, mass=1.0))
    model.connect("A", lw.Revolute("y"), model.ground, rod)
    system = lw.compile_model(model, "absolute")
    with pytest.raises(lw.ModelError, match="coordinates='tree'"):
        lw.RealTime(system, h=1e-3)
