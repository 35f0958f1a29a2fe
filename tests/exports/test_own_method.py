"""A method of one's own, as the how-to page writes it, in a file outside the package: it leaves as C and as a page."""

from __future__ import annotations

import re
import runpy
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from tests.exports.compiled_c import Case, check, needs_compiler
from tests.exports.living import in_living, living_of

PAGE = Path(__file__).parents[2] / "docs" / "howto" / "own_integrator.md"


@pytest.fixture(scope="module")
def methods(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What the file of the section on implicit tables defines."""
    fences = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    (text,) = (fence for fence in fences if "ALEXANDER = lw.ImplicitTableau" in fence)
    file = tmp_path_factory.mktemp("outside") / "own.py"
    file.write_text(f"import linkwork as lw\n\n{text}", encoding="utf-8")
    return runpy.run_path(str(file))


def pendulum(coordinates: str, gravity: float = 9.81) -> lw.System:
    """The double pendulum of the page."""
    m = lw.Model("double", gravity=(0.0, 0.0, -gravity))
    rod, tip = m.body("rod", lw.Rod(length=1.0, mass=1.0)), m.body("tip", lw.Rod(length=0.8, mass=0.5))
    m.connect("A", lw.Revolute("y"), m.ground, rod, initial={"angle": 0.5})
    m.connect("B", lw.Revolute("y"), rod.at(1, 0, 0), tip, initial={"angle": 0.3})
    return lw.compile_model(m, coordinates)


@pytest.mark.slow
@needs_compiler
@pytest.mark.parametrize("name", ["ALEXANDER", "GAUSS"])
def test_it_leaves_as_c_from_both_formulations(tmp_path: Path, methods: dict[str, Any], name: str) -> None:
    made = {coordinates: pendulum(coordinates) for coordinates in ("tree", "absolute")}
    options = {"method": methods[name], "rtol": 1e-6}
    check(tmp_path, [Case(key, x, lw.assemble(x), options, 0.5, misses=4, close=1e-8) for key, x in made.items()])


@pytest.mark.slow
@pytest.mark.parametrize("coordinates", ["tree", "absolute"])
def test_it_leaves_as_a_page_from_both_formulations(tmp_path: Path, methods: dict[str, Any], coordinates: str) -> None:
    system = pendulum(coordinates)
    page = living_of(system, {"gravity": (2.0, 12.0)}, span=0.5, method=methods["ALEXANDER"], rtol=1e-8)
    assert page.is_living and page.sentence == "It runs in the page by alexander."
    script = """
    const tip = () => {
      living.simulate(0.5);
      living.y.set(living.states[living.at(0.5)].y);
      living.code.look(0.5);
      return [...living.run.shown.slice(27, 30), living.certificate().level];
    };
    const first = tip();
    living.set({ gravity: 4 });
    return [first, tip()];
    """
    found = in_living(page.scene["program"], script, tmp_path)
    for (*place, level), gravity in zip(found, (9.81, 4.0), strict=True):
        exact = pendulum("tree", gravity)
        run = lw.simulate(exact, lw.assemble(exact), 0.5, rtol=1e-10, atol=1e-12)
        assert level == "good"
        np.testing.assert_allclose(place, run["tip.position"][-1], atol=1e-6)
