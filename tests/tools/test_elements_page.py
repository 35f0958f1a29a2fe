"""The page of all elements is made from the registry, and current."""

import re

import pytest

from linkwork import Distance, Maxwell, Revolute, Spring, registered
from linkwork.cli.commands.gallery import gallery_files
from tools.element_pictures import joint, symbol_of
from tools.elements_page import PAGE, PICTURES, Shown, drawings, groups, render

NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


def test_the_page_is_what_the_elements_say() -> None:
    assert PAGE.read_text(encoding="utf-8") == render(), "run `python -m tools.elements_page`"


def test_pictures_are_current() -> None:
    drawn = drawings()
    assert {path.stem for path in PICTURES.glob("*.svg")} == set(drawn), "run `python -m tools.elements_page`"
    for name, text in drawn.items():
        kept = (PICTURES / f"{name}.svg").read_text(encoding="utf-8")
        # Numbers are rounded, which another machine may do the other way.
        assert len(NUMBER.findall(kept)) == len(NUMBER.findall(text)), name
        pairs = zip(NUMBER.findall(kept), NUMBER.findall(text), strict=True)
        assert max(abs(float(a) - float(b)) for a, b in pairs) <= 2.0, name


def test_every_registered_element_stands_there_once_with_a_picture() -> None:
    headings = re.findall(r"^### \[(\w+)\]", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    ours = {name for name, kind in registered().items() if kind.__module__.startswith("linkwork.")}
    assert len(headings) == len(set(headings)) > 150
    assert set(headings) == ours
    assert [one.name for _, own in groups() for one in own if not one.shown] == []


@pytest.mark.parametrize(("name", "text"), [("Revolute", "`lw.Revolute(axis)`"), ("Maxwell", "F = −S")])
def test_an_element_says_its_equation_and_how_it_is_called(name: str, text: str) -> None:
    shown = Shown(name, registered()[name])
    assert text in shown.entry
    assert shown.entry.startswith(f"### [{name}][linkwork.elements.")


def test_examples_that_use_an_element_are_linked() -> None:
    with_springs = Shown("Spring", registered()["Spring"])
    assert {name for name, path in gallery_files().items() if "lw.Spring(" in path.read_text("utf-8")} <= {
        *with_springs.examples
    }
    assert f"(gallery.md#{with_springs.examples[0]})" in with_springs.entry


def test_a_joint_is_drawn_at_rest_and_moved() -> None:
    drawn = joint(Revolute("y"))
    assert drawn is not None
    assert drawn.count("<polygon") == 3 * 6


def test_a_symbol_says_what_an_element_does() -> None:
    assert [symbol_of(one) for one in (Spring(1.0, 1.0), Maxwell(1.0, 1.0), Distance())] == [
        "spring",
        "series",
        "measure",
    ]
