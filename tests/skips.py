"""Which skips are explained: a tool is missing on this machine, or the system is another one.

All that pip brings is in the extra `test`, so that a package of Python that is missing explains nothing, but for the
peers of the extra `bench`.
"""

from __future__ import annotations

import os
import platform
import re
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

VIEWER = Path(__file__).parents[1] / "viewer"
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
IS_COMMON = sys.platform == "linux" and platform.machine() == "x86_64"


def none_of(*programs: str) -> Callable[[], bool]:
    """Whether none of these programs is here."""
    return lambda: not any(map(shutil.which, programs))


def is_root() -> bool:
    """Whether this user may do everything."""
    return hasattr(os, "getuid") and os.getuid() == 0


EXPLAINED: dict[str, Callable[[], bool]] = {
    "There is no Chromium here": none_of(*BROWSERS),
    "There is no browser that prints": none_of(*BROWSERS, "msedge"),
    "There is no node here": none_of("node"),
    "brings what checks and bundles TypeScript": lambda: not (VIEWER / "node_modules").is_dir(),
    "There is no PostgreSQL here": lambda: (
        none_of("initdb")() and not list(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    ),
    "PostgreSQL does not run as root": is_root,
    "There is no make here": none_of("make"),
    "[Nn]o C compiler": none_of("gcc", "clang", "cc"),
    "No C\\+\\+ compiler": none_of("g++", "clang++", "c++"),
    "import '(pinocchio|mujoco)": lambda: True,
    "import 'ipyopt": lambda: not IS_COMMON,
    "import 'fcntl|POSIX|begin in the middle of a program": lambda: sys.platform == "win32",
    "Needs /proc|asks Linux for low memory": lambda: not IS_COMMON,
    "Other machines fuse products and sums": lambda: platform.machine() not in ("x86_64", "AMD64"),
    "has no fused multiply-add": lambda: True,
    "root may write everywhere": is_root,
    "this BLAS has one thread": lambda: True,
}
"""What a reason says, and whether it holds here."""


def unexplained(reason: str) -> str:
    """What is wrong with a skip for this reason; empty where a missing tool or another system explains it."""
    for pattern, holds in EXPLAINED.items():
        if re.search(pattern, reason):
            return "" if holds() else f"it was skipped ({reason}), and that is not so on this machine."
    return f"it was skipped ({reason}), and tests/skips.py knows no tool whose absence explains it; run it or name one."
