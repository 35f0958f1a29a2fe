"""Plain English: the words that readers stumble over stay away from pages and messages."""

from pathlib import Path

import pytest

from tools.plain_english import found_in, places, strings, without_code

ROOT = Path(__file__).parents[2]
VOCABULARY = (ROOT / "docs" / "vocabulary.md").read_text(encoding="utf-8")


def test_pages_and_messages_are_plain() -> None:
    assert [*places()] == []


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("a name that is no word", ["is no "]),
        ("there is no such file, and it is no longer there", []),
        ("hinge 'D' repeats hinge 'A'", ["repeats hinge", "hinge", "hinge"]),
        ("a door on two hinges", []),
        ("the law looks back", ["looks back"]),
        ("a model with 1 bodies and 21 bodies", ["1 bodies"]),
        ("it lives in one page; a body lives a life", ["lives in "]),
    ],
)
def test_what_is_found(text: str, wrong: list[str]) -> None:
    assert [found for _, found, _ in found_in(text)] == wrong


def test_code_is_left_alone() -> None:
    assert [*found_in(without_code("`hinge` and [it](theory/hinges.md)\n\n```python\nhinge = 1\n```\n"))] == []


def test_strings_are_messages_and_docstrings() -> None:
    found = [*strings('"""A hinge here."""\nx = "a hinge there"\nk = "hinge"\n')]
    assert found == [(1, "A hinge here.", True), (2, "a hinge there", False)]


def test_the_vocabulary_has_before_and_after() -> None:
    rows = [line for line in VOCABULARY.splitlines() if line.startswith("| ") and not line.startswith("| before")]
    assert len(rows) >= 81
    assert all(line.count("|") == 3 for line in rows)
