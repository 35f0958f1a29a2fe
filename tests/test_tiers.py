"""`make test` runs some cases of each list, and no test is skipped without a reason that holds."""

import random
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.skips import EXPLAINED, unexplained
from tests.tiers import more_than_few, spread

TESTS = Path(__file__).parent


@pytest.mark.parametrize(("count", "few"), [(10, 1), (10, 2), (57, 6), (5, 5), (3, 9)])
def test_few_cases_reach_from_the_first_to_the_last(count: int, few: int) -> None:
    chosen = spread(count, few)
    assert len(chosen) == min(count, few)
    assert 0 in chosen and max(chosen) < count
    assert few == 1 or count - 1 in chosen


def test_they_are_the_same_ones_in_whatever_order_tests_come() -> None:
    marker = SimpleNamespace(args=(2,))

    def case(number: int) -> Any:
        call = SimpleNamespace(indices={"number": number})
        return SimpleNamespace(nodeid=f"test[{number}]", callspec=call, get_closest_marker=lambda _: marker)

    items = [case(number) for number in range(8)]
    random.Random(3).shuffle(items)
    assert {item.nodeid for item in more_than_few(items)} == {f"test[{number}]" for number in range(1, 7)}


def test_a_skip_is_explained_by_what_is_missing_or_it_is_a_failure() -> None:
    assert "knows no tool" in unexplained("Skipped: today is Monday")
    assert "knows no tool" in unexplained("could not import 'sksundae': No module named 'sksundae'")
    EXPLAINED["a tool that is here"] = lambda: False
    try:
        assert "not so on this machine" in unexplained("Skipped: a tool that is here")
    finally:
        del EXPLAINED["a tool that is here"]
    assert unexplained("could not import 'mujoco': No module named 'mujoco'") == ""


def test_tests_import_no_tests() -> None:
    """What several tests need stands in a module of helpers, so that a test can change without others."""
    own = re.compile(r"^\s*(?:from|import) +(?:tests\.|\.)[\w.]*\btest_\w+", re.MULTILINE)
    assert own.search("from .test_laws import arm") and own.search("import tests.run.test_both")
    texts = {path.relative_to(TESTS): path.read_text(encoding="utf-8") for path in TESTS.rglob("*.py")}
    found = {path: match[0] for path, text in texts.items() if (match := own.search(text))}
    assert {path: line for path, line in found.items() if path.stem not in line} == {}
