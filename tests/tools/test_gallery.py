"""The gallery page is made from the examples, and current."""

import os
import re
from pathlib import Path

import pytest

from linkwork.cli.commands.gallery import GROUPS
from tools import gallery
from tools.gallery import MOST_BYTES, Entry, entries, entry_of, is_current, render


def test_the_page_is_what_the_examples_say() -> None:
    assert gallery.PAGE.read_text(encoding="utf-8") == render(), "run `python -m tools.gallery`"


def test_every_example_has_a_picture_and_a_sentence() -> None:
    for entry in entries():
        assert 1000 < (gallery.PICTURES / f"{entry.name}.png").stat().st_size <= MOST_BYTES, entry.name
        assert entry.title and entry.about, entry.name


def test_every_example_stands_in_one_group() -> None:
    named = [name for names in GROUPS.values() for name in names.split()]
    assert sorted(named) == sorted(gallery.gallery_files())


def test_both_front_pages_show_the_same_examples() -> None:
    pages = [(gallery.ROOT / path).read_text(encoding="utf-8") for path in ("README.md", "docs/index.md")]
    shown, other = (re.findall(r"images/gallery/(\w+)\.png\"", page) for page in pages)
    assert shown == other and len(shown) == len(set(shown)) == 8
    for name in shown:
        assert name in gallery.gallery_files()
        assert all(f"linkwork gallery run {name}" in page for page in pages)


def test_an_examples_text_becomes_title_and_sentence(tmp_path: Path) -> None:
    path = tmp_path / "wheel.py"
    path.write_text('"""Rimless wheel: it walks.\n\nDown a slope.\n"""\n', encoding="utf-8")
    assert entry_of("wheel", path) == Entry("wheel", "Rimless wheel", "It walks.\n\nDown a slope.")


def test_an_example_names_what_of_the_documents_it_shows(tmp_path: Path) -> None:
    path = tmp_path / "pump.py"
    path.write_text('"""Pump: it turns."""\n\nSHOWS = ("S0.15", "S4.9")\n', encoding="utf-8")
    assert entry_of("pump", path).shows == (
        "\n\n*Of [Sol](theory/sol.md): The fuel injection pump.*"
        "\n\n*Of [Wolfsteiner](theory/wolfsteiner.md): The elastic beam and the two gyroscopes.*"
    )
    path.write_text('"""Pump: it turns."""\n\nSHOWS = ("S0.99",)\n', encoding="utf-8")
    with pytest.raises(ValueError, match=r"S0\.99 is not a row"):
        entry_of("pump", path)
    shown = [entry.name for entry in entries() if entry.shows]
    assert {"fuel_injection_pump", "elastic_beam", "gyroscopes", "two_bars", "fifteen_bars", "skewed_trough"} <= {
        *shown
    }


def test_a_live_page_is_made_again_when_its_example_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gallery, "VIEWERS", tmp_path)
    path = tmp_path / "wheel.py"
    path.touch()
    assert not is_current("wheel", path)
    (tmp_path / "wheel.html").touch()
    later = path.stat().st_mtime + 1e9
    os.utime(tmp_path / "wheel.html", (later, later))
    assert is_current("wheel", path)
    os.utime(path, (later + 1, later + 1))
    assert not is_current("wheel", path)


def test_the_page_of_an_example_tells_about_it() -> None:
    text = gallery.viewer_text(gallery.gallery_files()["double_pendulum"])
    assert text.startswith("<!doctype html>")
    assert '"title":"About"' in text
