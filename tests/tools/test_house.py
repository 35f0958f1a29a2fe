"""The figures of the package stay below their limits, and each count sees what it is for under any name."""

import textwrap
import tomllib
from pathlib import Path

import pytest

from tools.house import (
    COUNTS,
    PROJECT,
    ROOT,
    House,
    counted,
    files_of_simulate,
    lines_by_package,
    lowered,
    risen,
)

LIMITS = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["tool"]["house"]


@pytest.fixture(scope="module")
def house() -> House:
    return House(ROOT / "src" / "linkwork")


def test_nothing_rose(house: House) -> None:
    said = risen(LIMITS, figures_of(house), lines_by_package(house))
    assert not said, "\n".join(said)


@pytest.mark.parametrize("coordinates", ["tree", "absolute"])
def test_a_run_passes_no_more_files(coordinates: str) -> None:
    name = f"simulate_files_{coordinates}"
    said = risen(LIMITS, {name: len(files_of_simulate(coordinates))}, {})
    assert not said, "\n".join(said)


def test_limits_name_figures_and_packages(house: House) -> None:
    runs = {"simulate_files_tree", "simulate_files_absolute"}
    assert set(LIMITS) - {"lines"} == set(COUNTS) | runs
    gone = set(LIMITS["lines"]) - set(lines_by_package(house))
    assert not gone, "budgets of packages that are gone; `python -m tools.house --write` removes them"


PORT = """
    from abc import ABC, abstractmethod
    class System(ABC):
        @abstractmethod
        def evaluate(self): ...
    class TreeSystem(System):
        is_minimal = True
        kernel: int
    class AbsoluteSystem(System):
        is_minimal = False
        bodies: int
"""


def planted(tmp_path: Path, text: str, place: str = "analyses/planted.py", port: str = PORT) -> House:
    """A package with a port of two systems, and one more file."""
    for name, source in (("mechanics/port.py", port), (place, text)):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(textwrap.dedent(source), encoding="utf-8")
    return House(tmp_path)


@pytest.mark.parametrize(
    "text",
    [
        "x = system.coordinates == 'tree'",
        "x = system.whatever != 'absolute'",
        "x = layout.kind in ('tree', 'frames')",
        "from ..mechanics.port import TreeSystem as Plain\nx = isinstance(system, Plain)",
        "from ..mechanics.port import TreeSystem\nPlain = TreeSystem\nx = isinstance(system, (int, Plain))",
        "x = type(system) is AbsoluteSystem",
        "x = system.is_minimal",
        "x = hasattr(system, 'bodies')",
        "x = getattr(system, 'kernel', None)",
        "try:\n    x = system.kernel\nexcept AttributeError:\n    x = None",
        "x = system.coordinates == 'tree' and TABLE[0]",
        "match system.coordinates:\n    case 'tree':\n        x = 1",
        "match system:\n    case AbsoluteSystem():\n        x = 1",
        "TABLE = {TreeSystem: 1, AbsoluteSystem: 2}",
        "x = system.tree is None",
        "@solve.register(TreeSystem)\ndef f(system): ...",
        "class Dense: ...\nclass Sparse: ...\ndef f(x: Dense | Sparse):\n    return isinstance(x, Sparse)",
    ],
)
def test_a_test_of_the_formulation_is_seen(tmp_path: Path, text: str) -> None:
    assert len(list(COUNTS["formulation_tests"](planted(tmp_path, text)))) == 1


def test_a_table_by_formulation_is_seen_at_each_look(tmp_path: Path) -> None:
    text = "ok = system.frame_kind == 'tree'\nx = STEPPERS[system.frame_kind]\ny = STEPPERS.get(system.frame_kind)"
    assert len(list(COUNTS["formulation_tests"](planted(tmp_path, text)))) == 3


def test_arguments_may_be_checked(tmp_path: Path) -> None:
    text = "x = isinstance(system, System)\ny = system.kernel\nz = hasattr(os, 'getuid')"
    assert not list(COUNTS["formulation_tests"](planted(tmp_path, text)))


STEPPER = """
    class Marcher:
        def begin(self): ...
        def advance(self, steps): ...
        def jump(self, event, state): ...
        def settle(self, landed, has_jumped): ...
        def saved(self): ...
        def restore(self, arrays, data): ...
        def statistics(self): ...
"""
PROTOCOL = "class Solved(Protocol):\n    def reach(self, at, h): ..."
MARCH = "def go(m, budget: int) -> int:\n    while budget:\n        budget -= 1\n    return 0"
LOOP = "def go(y, t, h):\n    while t < 1.0:\n        y = one_step(y, t, h)\n        t = t + h"
SOLVER = "def solve_by_guess(problem): ..."
SENTENCE = "def f(notes):\n    return any(note.startswith('the step') for note in notes)"
ERROR = "class OwnError(Exception): ...\ntry:\n    f()\nexcept OwnError as e:\n    x = str(e).removeprefix('run: ')"
LARGE = "class Big:\n" + "\n".join(f"    def f{k}(self): ..." for k in range(16))


@pytest.mark.parametrize(
    ("figure", "text", "place"),
    [
        ("steppers", STEPPER, "analyses/planted.py"),
        ("step_protocols", PROTOCOL, "methods/planted.py"),
        ("marching_loops", MARCH, "numerics/planted.py"),
        ("marching_loops", LOOP, "studies/planted.py"),
        ("contact_solvers", SOLVER, "numerics/contact/planted.py"),
        ("parsed_sentences", SENTENCE, "run/planted.py"),
        ("parsed_sentences", ERROR, "run/planted.py"),
        ("large_classes", LARGE, "results/planted.py"),
        ("numeric_constants", "LIMIT = -1e-9", "numerics/planted.py"),
        ("one_statement_functions", 'def f(x):\n    """What it is."""\n    return x', "run/planted.py"),
    ],
)
def test_each_count_sees_what_it_is_for(tmp_path: Path, figure: str, text: str, place: str) -> None:
    assert len(list(COUNTS[figure](planted(tmp_path, text, place, port="")))) == 1


def test_two_way_imports_are_seen(tmp_path: Path) -> None:
    planted(tmp_path, "from ..two.b import x", "analyses/one/a.py", port="")
    assert not list(COUNTS["two_way_imports"](House(tmp_path)))
    found = planted(tmp_path, "from linkwork.analyses.one.a import y", "analyses/two/b.py", port="")
    assert list(COUNTS["two_way_imports"](found)) == ["one and two"]


def figures_of(house: House) -> dict[str, int]:
    return {name: len(places) for name, places in counted(house).items()}


def test_a_planted_door_and_stepper_turn_the_test_red(tmp_path: Path) -> None:
    before = figures_of(planted(tmp_path, "x = 1", "analyses/before.py"))
    door = "def f(rows):\n    return 1 if rows.is_minimal else 2\n"
    now = figures_of(planted(tmp_path, door + textwrap.dedent(STEPPER)))
    said = "\n".join(risen({**before, "lines": {}}, now, {"new": 7}))
    for name in ("formulation_tests", "steppers"):
        assert f"{name} rose from {before[name]} to {before[name] + 1}" in said
    assert "package new has 7 lines and no budget" in said
    assert "raise the limit in [tool.house] of pyproject.toml, and say why in that commit" in said


def test_limits_are_lowered_and_never_raised() -> None:
    text = (
        "[other]\nsteppers = 9\n[tool.house]\nsteppers = 4 # why\nfiles = 10\n\n"
        "[tool.house.lines]\nrun = 500\ngone = 50\n"
    )
    found = lowered(text, {"steppers": 1, "files": 12}, {"run": 402})
    assert found == (
        "[other]\nsteppers = 9\n[tool.house]\nsteppers = 1 # why\nfiles = 10\n\n[tool.house.lines]\nrun = 450\n"
    )
    assert lowered(found, {"steppers": 3, "files": 10}, {"run": 600}) == found
