"""What `make test` leaves to `make test-all`, beside what is marked `slow`.

Of the cases of a test that is marked `few(n)` it runs n that are spread over the whole list, the same ones each time;
of the tests that open pages in a browser those marked `quick`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

import pytest


def spread(count: int, few: int) -> set[int]:
    """So many of the numbers below `count`, at equal distances, with the first and the last."""
    if few >= count:
        return set(range(count))
    return {0} if few == 1 else {round(k * (count - 1) / (few - 1)) for k in range(few)}


def left_out(items: Iterable[pytest.Item]) -> Iterator[pytest.Item]:
    """What is slow without saying so itself."""
    items = [item for item in items if not item.get_closest_marker("slow")]
    pages = {item for item in items if "browser" in getattr(item, "fixturenames", ())}
    yield from (item for item in pages if not item.get_closest_marker("quick"))
    yield from more_than_few(item for item in items if item not in pages or item.get_closest_marker("quick"))


def place(item: pytest.Item) -> list[int]:
    """Where in its list a case stands; tests come in random order."""
    return [*item.callspec.indices.values()] if hasattr(item, "callspec") else []


def more_than_few(items: Iterable[pytest.Item]) -> Iterator[pytest.Item]:
    """Cases beyond the few of their list."""
    cases: defaultdict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        if item.get_closest_marker("few"):
            cases[item.nodeid.partition("[")[0]].append(item)
    for alike in (sorted(found, key=place) for found in cases.values()):
        marker = alike[0].get_closest_marker("few")
        assert marker is not None
        chosen = spread(len(alike), *marker.args)
        yield from (item for k, item in enumerate(alike) if k not in chosen)
