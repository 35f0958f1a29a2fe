"""Pages that are made while the site is built."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import linkwork as lw
from tools import site_pages


def test_the_page_of_names_has_every_public_name() -> None:
    listed = {name for names in site_pages.public_names().values() for name in names}
    assert listed == set(lw.__all__) - {"__version__"}
    page = site_pages.names_page()
    assert all(f"[`{name}`][linkwork." in page for name in listed)


def test_the_page_of_analyses_has_the_module_of_every_verb() -> None:
    page = site_pages.analyses_page()
    assert "::: linkwork.analyses.simulate\n" in page and "::: linkwork.analyses.mobility\n" in page
    assert page.count(":::") == len({getattr(lw, n).__module__ for n in site_pages.public_names()["analyses"]})


def shown(markdown: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(site_pages, "VIEWERS", folder)
    page: Any = SimpleNamespace(file=SimpleNamespace(src_uri="page.md"), meta={})
    return site_pages.on_page_markdown(markdown, page)


def test_viewers_are_shown_where_they_were_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "four_bar.html").touch()
    text = shown("a\n\n<!-- viewer of four_bar -->\n\n<!-- viewer of heavy_top -->\n", tmp_path, monkeypatch)
    assert 'data-src="viewers/four_bar.html"' in text and ' src="' not in text  # loaded when it is opened
    assert "heavy_top" not in text


def test_the_page_of_the_catalogue_has_every_module_that_registers() -> None:
    page = site_pages.elements_page()
    modules = {kind.__module__ for kind in lw.registered().values() if kind.__module__.startswith("linkwork.elements.")}
    assert not [module for module in modules if f"::: {module}\n" not in page]
    assert site_pages.reference("Spring") == "linkwork.elements.forces.spring.Spring"
