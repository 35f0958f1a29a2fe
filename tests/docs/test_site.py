"""The documentation stands alone: no page loads anything from another host."""

import re
from pathlib import Path

from mkdocs.commands.build import build
from mkdocs.config import load_config

ROOT = Path(__file__).parents[2]
# What a browser fetches by itself; a link to another site is allowed.
FETCHED = re.compile(r'<(?:script|img|iframe)[^>]*\ssrc="(?:https?:)?//|<link[^>]*\shref="(?:https?:)?//')


def test_pages_load_nothing_from_elsewhere(tmp_path: Path) -> None:
    build(load_config(str(ROOT / "mkdocs.yml"), site_dir=str(tmp_path)))
    pages = list(tmp_path.rglob("*.html"))
    assert len(pages) > 5
    assert not [page.name for page in pages if FETCHED.search(page.read_text(encoding="utf-8"))]
