"""The seed checklist: its table, its page, and the sentence for a row that does not exist."""

from pathlib import Path

import pytest

from tools.seed_coverage import load_rows, render, unknown_rows

pytest_plugins = ["pytester"]
CONFTEST = Path(__file__).parents[1] / "conftest.py"


def test_table_has_every_row_of_the_checklist() -> None:
    numbers = {"S0": 16, "S1": 6, "S2": 8, "S3": 5, "S4": 9}
    assert list(load_rows()) == [f"{name}.{n}" for name, count in numbers.items() for n in range(1, count + 1)]


def test_page_shows_covered_and_open_rows() -> None:
    page = render({"S4.3": {"a.py::test_b": "", "a.py::test_c": "§2.1"}})
    assert "| S4.3 | Symbolic expressions as fast callable functions | §2.1: `a.py::test_c`<br>`a.py::test_b` |" in page
    assert "| S4.4 | Animation of equilibrium, modes and motion | open |" in page


def test_known_rows_pass() -> None:
    assert list(unknown_rows(["S0.1", "S4.9"], load_rows())) == []


@pytest.mark.parametrize("row", ["S4.10", "S0.17", "s0.1", 3])
def test_unknown_row_gets_a_sentence(row: object) -> None:
    [sentence] = unknown_rows([row], load_rows())
    assert f"there is no seed row {row!r}." in sentence
    assert "tools/seeds.toml" in sentence


def test_unknown_row_stops_the_collection(pytester: pytest.Pytester) -> None:
    pytester.makeini("[pytest]\nmarkers = seed(row): a row")
    pytester.makeconftest(CONFTEST.read_text(encoding="utf-8"))
    pytester.makepyfile(test_wrong="import pytest\n\n@pytest.mark.seed('S4.33')\ndef test_a():\n    pass\n")
    result = pytester.runpytest()
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*test_wrong.py::test_a: there is no seed row 'S4.33'. Did you mean S4.3*"])
