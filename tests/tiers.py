"""Which cases of a test `make test` runs: of those marked `few(n)`, n that are spread over the whole list.

`make test-all` runs all of them. The same cases each time: a failure comes again.
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


def more_than_few(items: Iterable[pytest.Item]) -> Iterator[pytest.Item]:
    """The cases that are left to `make test-all`; cases that are slow by themselves are not counted."""
    cases: defaultdict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        if item.get_closest_marker("few") and not item.get_closest_marker("slow"):
            cases[item.nodeid.partition("[")[0]].append(item)
    for alike in cases.values():
        marker = alike[0].get_closest_marker("few")
        assert marker is not None
        chosen = spread(len(alike), *marker.args)
        yield from (item for k, item in enumerate(alike) if k not in chosen)
