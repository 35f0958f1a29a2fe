"""The registry: complete in a fresh process, strict about what it is given, open to other packages."""

import importlib.metadata
import subprocess
import sys

import pytest

from linkwork.contract import Hinge, ModelError, element, register, registered


def fresh(code: str) -> str:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip()


def test_shipped_elements_are_there_in_a_fresh_process() -> None:
    assert fresh("import linkwork as lw; print('Revolute' in lw.registered())") == "True"


def test_a_name_of_the_catalogue_is_taken_from_the_start() -> None:
    code = (
        "import linkwork as lw\n"
        "class Spring(lw.Hinge):\n    pass\n"
        "try:\n    lw.register(Spring)\n"
        "except lw.ModelError as error:\n    print(error)\n"
        "lw.Damper(1.0)"
    )
    assert "'Spring' exists already" in fresh(code)


@pytest.mark.parametrize("thing", [str, "Revolute", 3, None])
def test_only_elements_are_registered(thing: object) -> None:
    with pytest.raises(ModelError, match="is not a class of elements"):
        register(thing)


class Entry:
    """An entry point of another package."""

    name, value = "Visitor", "visitors:Visitor"

    def __init__(self, result: object) -> None:
        self.result = result

    def load(self) -> object:
        if isinstance(self.result, Exception):
            raise self.result
        return self.result


class Visitor(Hinge):
    """An element of another package."""


@pytest.fixture
def entries(monkeypatch: pytest.MonkeyPatch) -> list[Entry]:
    found: list[Entry] = []
    monkeypatch.setattr(importlib.metadata, "entry_points", lambda group: found)
    monkeypatch.setattr(element, "_loaded", [])
    monkeypatch.setattr(element, "_registered", dict(element._registered))
    return found


def test_other_packages_add_theirs(entries: list[Entry]) -> None:
    entries.append(Entry(Visitor))
    assert registered()["Visitor"] is Visitor


@pytest.mark.parametrize("result", [ImportError("no such module"), str])
def test_a_broken_package_is_named_every_time(entries: list[Entry], result: object) -> None:
    entries.append(Entry(result))
    for _ in range(2):
        with pytest.raises(ModelError, match=r"'Visitor' \(visitors:Visitor\) could not be loaded"):
            registered()
