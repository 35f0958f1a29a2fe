"""The theory manual: every row of the checklist is explained somewhere, and pages name what exists."""

import re
from pathlib import Path

import pytest

from tools.seed_coverage import load_rows

DOCS = Path(__file__).parents[2] / "docs"
PAGES = {path.stem: path.read_text(encoding="utf-8") for path in sorted((DOCS / "theory").glob("*.md"))}
NAMED = re.compile(r"\bS[0-4]\.\d+\b")


@pytest.mark.parametrize("row", load_rows())
def test_every_row_is_explained_on_a_page_of_the_theory(row: str) -> None:
    # The overview names all of them; what counts is the page that explains it.
    explaining = [name for name, text in PAGES.items() if name != "index" and row in NAMED.findall(text)]
    assert explaining, f"{row} is on no page of docs/theory"


@pytest.mark.parametrize("name", [name for name in PAGES if name != "index"])
def test_a_page_says_first_which_rows_it_explains_and_the_overview_agrees(name: str) -> None:
    first = next(line for line in PAGES[name].splitlines() if line.startswith("*Row"))
    overview = next(line for line in PAGES["index"].splitlines() if f"]({name}.md)" in line)
    assert NAMED.findall(first) == NAMED.findall(overview)


@pytest.mark.parametrize("name", PAGES)
def test_pages_name_only_rows_of_the_checklist(name: str) -> None:
    assert set(NAMED.findall(PAGES[name])) <= set(load_rows())
