"""The theory manual: every row stands on the page of its document, and the other pages say after whom they go."""

import re
from pathlib import Path

import pytest

from tools.seed_coverage import load_documents, load_rows

DOCS = Path(__file__).parents[2] / "docs"
PAGES = {path.stem: path.read_text(encoding="utf-8") for path in sorted((DOCS / "theory").glob("*.md"))}
DOCUMENTS = dict(zip(load_documents(), ("sol", "schwertassek", "huston", "mello", "wolfsteiner"), strict=True))
CODE = re.compile(r"\bS[0-4]\b(?:\.\d+)?")


def test_every_row_stands_on_the_page_of_its_document() -> None:
    assert [row for row in load_rows() if row not in CODE.findall(PAGES[DOCUMENTS[row.partition(".")[0]]])] == []


@pytest.mark.parametrize("name", [name for name in PAGES if name not in ("index", *DOCUMENTS.values())])
def test_a_page_says_after_which_documents_it_goes(name: str) -> None:
    first = next(line for line in PAGES[name].splitlines() if line.startswith("*From "))
    assert set(re.findall(r"\]\((\w+)\.md\)", first)) <= set(DOCUMENTS.values())
    assert f"]({name}.md)" in PAGES["index"]


def test_codes_of_documents_stand_on_their_pages_alone() -> None:
    for path in DOCS.rglob("*.md"):
        found = set(CODE.findall(path.read_text(encoding="utf-8")))
        if path.name not in ("seed_coverage.md", "changelog.md", "contributing.md"):
            assert found <= (set(load_rows()) if path.stem in DOCUMENTS.values() else set()), path
