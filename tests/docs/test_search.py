"""Everyday words find their page: each stands in tools/words.toml once, and its page exists and is listed."""

from pathlib import Path

from tools.site_pages import words, words_table

ROOT = Path(__file__).parents[2]
NAV = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
ASKED = {
    *("initial condition", "Monte Carlo", "overconstrained", "natural frequency", "step size", "friction coefficient"),
    *("joint limit", "callback", "PID", "URDF", "MJCF", "FMU", "optimal control", "inverse kinematics"),
}


def test_each_word_leads_to_one_page_of_the_site() -> None:
    listed = [word.lower() for own in words().values() for word in own]
    assert len(listed) == len(set(listed))
    assert len(listed) >= 60
    assert not [word for word in ASKED if word.lower() not in listed]
    assert not [path for path in words() if not (ROOT / "docs" / path).exists() or f": {path}" not in NAV]


def test_what_is_missing_leads_to_the_page_that_says_so() -> None:
    assert {"URDF", "MJCF", "FMU", "optimal control", "inverse kinematics"} <= set(words()["cannot_yet.md"])


def test_the_page_of_words_links_each() -> None:
    assert words_table().count("](") == sum(map(len, words().values()))
