"""Shared by all tests: hypothesis profiles, and the check of the rows that `@pytest.mark.seed` names."""

import os
import signal
from collections.abc import Iterator

import pytest
from hypothesis import settings

from tools.seed_coverage import load_rows, rows_of, unknown_rows

# The same examples on every run of `make test`; fresh and more of them with `make test-all`.
# No deadlines: the first call of a kernel compiles it.
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.register_profile("thorough", deadline=None, max_examples=500, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    known = load_rows()
    mistakes = [f"{item.nodeid}: {sentence}" for item in items for sentence in unknown_rows(rows_of(item), known)]
    if mistakes:
        raise pytest.UsageError("\n".join(mistakes))


@pytest.fixture(autouse=True)
def interruptible() -> Iterator[None]:
    """Ctrl-C works in every test, also where the whole run was started in the background, which ignores it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
