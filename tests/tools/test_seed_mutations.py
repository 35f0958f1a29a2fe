"""Defects of the seed checklist: there is one for each row, it can be put in, and the tests that see it are there."""

from pathlib import Path

import pytest

from tools.seed_coverage import load_rows
from tools.seed_mutations import Mutation, load_mutations

ROOT = Path(__file__).parents[2]


def test_every_row_has_a_defect() -> None:
    assert [mutation.row for mutation in load_mutations()] == list(load_rows())


@pytest.mark.parametrize("mutation", load_mutations(), ids=lambda mutation: mutation.row)
def test_a_defect_stands_at_one_place_and_its_tests_carry_the_row(mutation: Mutation) -> None:
    assert mutation.old != mutation.new and mutation.count == 1
    named = False
    for test in mutation.tests:
        path, _, function = test.partition("::")
        text = (ROOT / path).read_text(encoding="utf-8")
        assert not function or f"def {function}(" in text
        named = named or f'"{mutation.row}", passage=' in text
    assert named, f"no test of {mutation.row} names the passage it is about"
