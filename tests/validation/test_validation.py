"""The published problems: they meet their references, and the page says what came out."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from validation import page, runner
from validation.__main__ import chosen
from validation.adams.tables import tables
from validation.case import Figure, compare

BRIEF = {"revolute_2", "universal_3", "car_axis", "A01_pendulum", "C4_viscoelastic", "S3_turning_times"}
"""One or two of each group run in every test; `make test-all` runs all."""
ALONE = ("G1", "G2", "G3_balls_newton", "G3_balls_seq", "G4", "G5", "G6", "V1", "L1", "M2_valve", "C6_b")
"""How names of those begin that no other test compares with their reference: contacts above all."""
ABSOLUTE = {("absolute", "V1_driven_rate"), ("absolute", "C6_bennett")}
"""Below half a second with their compilation."""
CASES = runner.all_cases()
RUNS = [("tree", name) for name in CASES] + [("absolute", name) for name, (_, case) in CASES.items() if case.in_both]
QUICK = {("tree", name) for name in CASES if name in BRIEF or name.startswith(ALONE)} | ABSOLUTE


@pytest.mark.parametrize(
    ("coordinates", "name"), [pytest.param(*run, marks=[pytest.mark.slow] * (run not in QUICK)) for run in RUNS]
)
@pytest.mark.filterwarnings("ignore::linkwork.VerdictWarning")
def test_a_case_meets_its_reference(coordinates: str, name: str) -> None:
    group, case = CASES[name]
    found = runner.run_case(case, coordinates=coordinates)
    assert found.holds, runner.as_text(found)
    kept = runner.stored(coordinates)[group][name]
    assert [f.quantity for f in found.figures] == [f.quantity for f in kept.figures]
    # What the page says is what comes out here, but for rounding errors of other machines and what a case allows.
    for now, then in zip(found.figures, kept.figures, strict=True):
        assert now.error <= max(3.0 * then.error, now.digits, 1e-3 * now.allowed), now.quantity


def test_every_case_has_its_result_and_its_lines() -> None:
    kept, absolute = runner.stored(), runner.stored("absolute")
    for group in runner.GROUPS:
        cases = runner.cases_of(group)
        assert absolute[group].keys() == {name for name, case in cases.items() if case.in_both}
        assert all(result.holds for result in absolute[group].values())
        assert cases.keys() == kept[group].keys(), "make validate"
        assert all(result.holds for result in kept[group].values())
        assert {n: c.lines for n, c in cases.items()} == {n: r.lines for n, r in kept[group].items()}
        assert all(c.about == kept[group][n].about and c.remark == kept[group][n].remark for n, c in cases.items())


def test_the_page_is_made_from_the_results() -> None:
    results, absolute = runner.stored(), runner.stored("absolute")
    assert page.PAGE.read_text(encoding="utf-8") == page.render(results, absolute), "python -m validation --write"
    for path, text in page.pictures(results, absolute).items():
        assert path.read_text(encoding="utf-8") == text, "python -m validation --write"
    for name in ("README.md", "CHANGELOG.md"):
        text = (page.PAGE.parents[1] / name).read_text(encoding="utf-8")
        assert f"{sum(map(len, results.values()))} published problems" in text


def test_all_28_tables_of_adams_are_cases() -> None:
    assert len(tables()) == len(runner.cases_of("adams")) == 28


def energy_lost(name: str) -> float:
    """What a table of a pendulum loses, from its own positions, velocities and attitudes."""
    t = {column: np.array(tables()[name][column]["rows"]) for column in ("Pos", "Vel", "Quat", "Avel")}
    own = Rotation.from_quat(t["Quat"][:, [1, 2, 3, 0]]).inv().apply(t["Avel"])
    moments = (0.1, 0.1, 0.04) if name.startswith("Universal") else (0.04, 0.1, 0.1)
    energy = 9.80665 * t["Pos"][:, 2] + 0.5 * (t["Vel"] ** 2).sum(axis=1) + 0.5 * own**2 @ np.array(moments)
    return float(energy[0] - energy[-1])


@pytest.mark.parametrize("name", ["Spherical_Case01", *(f"Universal_Case0{k}" for k in (1, 2, 3))])
def test_four_tables_drift(name: str) -> None:
    """They lose energy that nothing takes out; their neighbour, the same pendulum in another position, loses none."""
    assert energy_lost(name) == pytest.approx(7.9e-3, abs=2e-4)
    assert abs(energy_lost("Spherical_Case02")) < 1e-4


def test_what_a_figure_is() -> None:
    assert compare("x", [1.0, -4.0], [1.0, -4.4], 0.05) == Figure("x", pytest.approx(0.4 / 4.4), 0.05, 0.05)
    assert not compare("x", [np.nan], [1.0], 1.0).holds
    with pytest.raises(ValueError, match=r"x: \(2,\) numbers were found and \(1,\) are wanted"):
        compare("x", [1.0, 2.0], [1.0], 1.0)


def test_one_case_is_run_by_one_command() -> None:
    root = Path(__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-m", "validation", "prismatic_1"], cwd=root, capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith("prismatic_1: pendulum on a prismatic joint (5 lines") and "velocity" in done.stdout
    with pytest.raises(SystemExit, match="no case or group 'prism'"):
        chosen(["prism"])
