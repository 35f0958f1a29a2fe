"""Defects of the tables: each can be put in, and the tests that see it are there."""

from pathlib import Path

import pytest

from tools.mutations import SAFEGUARD_TABLE, SEED_TABLE, Mutation, chosen, load_mutations
from tools.seed_coverage import load_rows

ROOT = Path(__file__).parents[2]


def check_place(mutation: Mutation) -> str:
    """The text of the tests of a defect, which stands at one place of its file."""
    assert mutation.old != mutation.new and mutation.count == 1, mutation.name
    texts = []
    for test in mutation.tests:
        path, _, function = test.partition("::")
        folder = ROOT / path
        files = sorted(folder.rglob("test_*.py")) if folder.is_dir() else [folder]
        texts += [file.read_text(encoding="utf-8") for file in files]
        assert not function or f"def {function}(" in texts[-1], test
    return "".join(texts)


def test_every_row_has_a_defect() -> None:
    assert [mutation.name for mutation in load_mutations(SEED_TABLE)] == list(load_rows())


def test_a_defect_stands_at_one_place_and_its_tests_carry_the_row() -> None:
    for mutation in load_mutations(SEED_TABLE):
        named = f'"{mutation.name}", passage=' in check_place(mutation)
        assert named, f"no test of {mutation.name} names the passage it is about"


def test_a_safeguard_stands_at_one_place_and_has_tests() -> None:
    assert all(map(check_place, load_mutations(SAFEGUARD_TABLE)))


def test_a_draw_comes_again_with_its_seed() -> None:
    drawn = chosen([], 10, 7)
    assert len(drawn) == len(set(drawn)) == 10 and drawn == chosen([], 10, 7) != chosen([], 10, 8)
    with pytest.raises(SystemExit, match="there is no mutation S9"):
        chosen(["S9"], None, 0)
