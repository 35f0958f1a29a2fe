"""Every Python snippet in the README and the documentation runs, and prints what the page shows."""

from pathlib import Path

import pytest

from tools.snippets import run_page

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]


@pytest.mark.few(12)
@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_page_runs(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run_page(path.read_text(encoding="utf-8"), str(path.relative_to(ROOT)))
