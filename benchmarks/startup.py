"""A start: `import linkwork` (under 0.3 s) and `linkwork --help` (under 0.5 s), each in a new process."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator

from benchmarks.case import Bar, Case, Timer

COMMANDS = {
    "import linkwork": (("-c", "import linkwork"), 0.3),
    "linkwork --help": (("-m", "linkwork.cli", "--help"), 0.5),
}


def cases() -> Iterator[Case]:
    """Yield the time of each start; a bare Python start stands beside it as what no program can do without."""
    for name, (arguments, limit) in COMMANDS.items():
        yield Case(name, "s", _timer(*arguments), "python", _timer("-c", ""), Bar("ours", "<=", limit), rounds=9)


def _timer(*arguments: str) -> Timer:
    def measure() -> float:
        start = time.perf_counter()
        subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)
        return time.perf_counter() - start

    return measure
