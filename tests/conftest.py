"""Shared by all tests: hypothesis profiles, what `make test` leaves out, skips without a reason, a browser."""

import gc
import os
import shutil
import signal
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import settings

from tests.skips import BROWSERS, unexplained
from tests.tiers import left_out
from tools.seed_coverage import load_rows, rows_of, unknown_rows

# The same examples on every run of `make test`; fresh and more of them with `make test-all`.
# No deadlines: the first call of a kernel compiles it.
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.register_profile("thorough", deadline=None, max_examples=500, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))

# Tracing makes many small objects that live long: looking for cycles among them less often saves a tenth of the time.
gc.set_threshold(200_000, 20, 50)

# Drawn by the processor: a machine for tests has no graphics card.
ARGUMENTS = ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"]


@pytest.hookimpl(tryfirst=True)  # before `-m "not slow"` leaves out what is slow
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    known = load_rows()
    mistakes = [f"{item.nodeid}: {sentence}" for item in items for sentence in unknown_rows(rows_of(item), known)]
    if mistakes:
        raise pytest.UsageError("\n".join(mistakes))
    for item in list(left_out(items)):
        item.add_marker(pytest.mark.slow)


def pytest_collection_finish() -> None:
    """What stands now lives as long as the session: looking for cycles passes over it."""
    gc.freeze()


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:
    """A skip that no missing tool explains is a failure: what is not tested must not look as if it were."""
    outcome = yield
    report = outcome.get_result()
    if report.skipped and not hasattr(report, "wasxfail"):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        if sentence := unexplained(reason):
            report.outcome, report.longrepr = "failed", sentence


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """How many tests were skipped, and for want of what."""
    reasons = Counter(
        report.longrepr[2].removeprefix("Skipped: ") for report in terminalreporter.stats.get("skipped", ())
    )
    for reason, count in reasons.most_common():
        terminalreporter.write_line(f"skipped {count}: {reason}")


@pytest.fixture(autouse=True)
def interruptible() -> Iterator[None]:
    """Ctrl-C works in every test, also where the whole run was started in the background, which ignores it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture(autouse=True)
def own_print_options() -> Iterator[None]:
    """How NumPy prints in one test is not how it prints in the next, whatever pages and libraries set."""
    with np.printoptions():
        yield


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Chromium as the system has it."""
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        pytest.skip("There is no Chromium here, in which pages could be opened; install it (apt-get install chromium).")
    playwright = pytest.importorskip("playwright.sync_api", reason="pip install 'linkwork[test]' brings playwright.")
    with playwright.sync_playwright() as driver:
        running = driver.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield running
        running.close()
