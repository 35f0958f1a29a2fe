"""The page of hinges, constraints and signals has all of them."""

import inspect
import re
from pathlib import Path

import pytest

import linkwork as lw

PAGE = (Path(__file__).parents[2] / "docs" / "joints.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("kind", [lw.Hinge, lw.Constraint, lw.Signal], ids=lambda kind: kind.__name__)
def test_every_element_stands_on_the_page(kind: type) -> None:
    offered = (getattr(lw, name) for name in lw.__all__)
    known = [c for c in offered if isinstance(c, type) and issubclass(c, kind) and not inspect.isabstract(c)]
    shown = set(re.findall(r"`([A-Z]\w+)\(", PAGE))
    assert len(known) > 8
    assert [c.__name__ for c in known if c is not kind and c.__name__ not in shown] == []


def test_coordinates_are_those_of_the_hinges() -> None:
    for name, said in re.findall(r"^\| `(\w+)\(.*?\)` \| (.*?) \|", PAGE.partition("## Constraints")[0], re.MULTILINE):
        expected = getattr(lw, name).coordinates
        found = [part.strip("` ") for part in said.replace("`e0` to `e3`", "`e0`, `e1`, `e2`, `e3`").split(",")]
        assert found == (list(expected) or ["none"]), name
