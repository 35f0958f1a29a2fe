"""Pictures of pages: each is there, and the code of its page writes it."""

from pathlib import Path

import pytest

from tools.page_pictures import DOCS, FOLDER, pictures_of

PAGES = [page for page in sorted(DOCS.rglob("*.md")) if pictures_of(page)]


def test_every_picture_is_shown_by_one_page() -> None:
    shown = [name for page in PAGES for name in pictures_of(page)]
    assert sorted(shown) == sorted(path.name for path in FOLDER.iterdir())


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_its_page_draws_it(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert [name for name in pictures_of(page) if f'"{name}"' not in text] == []
