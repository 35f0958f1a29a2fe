"""Classic mistakes: the right answer without help, or a message that names cause, place and remedy."""

import re
from pathlib import Path

import pytest

from tests.mistakes import files, laws, models, newcomers, runs, states
from tests.mistakes.table import MISTAKES, Mistake

PAGE = Path(__file__).parents[2] / "docs" / "howto" / "when_something_is_wrong.md"
_ = files, laws, models, newcomers, runs, states


@pytest.mark.few(14)
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("case", MISTAKES, ids=lambda case: case.title)
def test_a_mistake_is_answered(case: Mistake) -> None:
    _, said = case.answer()
    if not case.words:
        assert "Error" not in said.split(":")[0], said
    missing = [word for word in case.words if word.lower() not in said.lower()]
    assert not missing, f"not said: {missing}. What is said:\n{said}"


def test_there_are_all_of_them() -> None:
    titles = [case.title for case in MISTAKES]
    assert len(set(titles)) == len(titles) >= 94


def rows() -> dict[str, str]:
    """The rows of the page's tables, by their first column."""
    cells = [line.strip("| \n").split(" | ") for line in PAGE.read_text().splitlines() if line.startswith("| ")]
    return {row[0]: row[1] for row in cells if len(row) == 3 and row[0] not in ("mistake", "---")}


@pytest.mark.filterwarnings("ignore")
def test_the_page_tells_them_all() -> None:
    """Each mistake has a row, and quotes in it only words that the tests ask for."""
    page = rows()
    assert set(page) == {case.title for case in MISTAKES}
    for case in MISTAKES:
        quoted = re.findall(r"`([^`]+)`", page[case.title])
        asked = " ".join(case.words).lower()
        assert all(text.lower() in asked for text in quoted), (case.title, quoted)
