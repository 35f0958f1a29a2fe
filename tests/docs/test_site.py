"""The documentation stands alone: nothing comes from elsewhere, formulas are drawn, every public name is documented."""

import re
from pathlib import Path

import pytest
from mkdocs.commands.build import build
from mkdocs.config import load_config

import linkwork as lw

ROOT = Path(__file__).parents[2]
# What a browser fetches by itself; a link to another site is allowed.
FETCHED = re.compile(r'<(?:script|img|iframe)[^>]*\ssrc="(?:https?:)?//|<link[^>]*\shref="(?:https?:)?//')


@pytest.mark.slow
def test_the_site(tmp_path: Path) -> None:
    # One test, so that one process builds the site once.
    pages = built(tmp_path)
    pages_load_nothing_from_elsewhere(pages)
    formulas_are_drawn_and_none_is_left_as_text(pages)
    every_public_name_leads_to_its_documentation(pages)


def built(site: Path) -> dict[str, str]:
    """The pages of a build, by path; warnings are errors once `make` has written the page of seed coverage."""
    strict = (ROOT / "docs" / "seed_coverage.md").exists()
    build(load_config(str(ROOT / "mkdocs.yml"), site_dir=str(site), strict=strict))
    return {str(p.relative_to(site)): p.read_text(encoding="utf-8") for p in site.rglob("*.html")}


def pages_load_nothing_from_elsewhere(pages: dict[str, str]) -> None:
    assert len(pages) > 50
    assert not [name for name, page in pages.items() if FETCHED.search(page)]


def formulas_are_drawn_and_none_is_left_as_text(pages: dict[str, str]) -> None:
    assert pages["theory/dynamics.html"].count('class="formula"') > 10
    assert not [name for name, page in pages.items() if "arithmatex" in page]


def every_public_name_leads_to_its_documentation(pages: dict[str, str]) -> None:
    links = dict(
        re.findall(r'<a class="autorefs[^>]*href="([^"#]*#[^"]+)"[^>]*><code>(\w+)</code>', pages["api/names.html"])
    )
    leads = {name: target for target, name in links.items()}
    assert set(leads) == set(lw.__all__) - {"__version__"}
    for name, target in leads.items():
        path, _, anchor = target.partition("#")
        assert f'id="{anchor}"' in pages[f"api/{path}"], name
