"""Loops in two tiers: as plain Python at once, compiled by numba as soon as that is worth its time.

A loop is an ordinary Python function on arrays and numbers, marked with `@loop`. It gives the same numbers, bit for
bit, in both tiers: numba reorders and contracts nothing unless asked to. Compiling takes seconds, once a machine; the
first run of a fresh installation goes on in Python meanwhile, while another process compiles. Loading what was compiled
takes a good part of a second as well, more than short runs do.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.metadata
import os
import subprocess
import sys
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import platformdirs

F = TypeVar("F", bound=Callable[..., Any])
PACKAGE = Path(__file__).parent
PATIENCE = 0.15
"""Seconds of a run in Python before compiled code is loaded."""
LIMIT = 60.0
"""Seconds of a run in Python before it compiles for itself, since nobody else has."""
STALE = 300.0
"""Seconds after which another process is no longer believed to be compiling."""
LEAN = {"error_model": "numpy", "_nrt": False}
"""Options of all loops: they allocate nothing, so that code that counts references to arrays need not be compiled."""
_loops: list[tuple[Callable[..., Any], bool]] = []
"""Functions that compiled loops may call, and whether their code goes into that of their callers."""
_running: dict[str, subprocess.Popen[bytes]] = {}
_used: set[str] = set()
"""Loops that have run as compiled code in this process: they need no patience."""


def loop(function: F) -> F:
    """Marks a function that compiled loops may call; its code goes into theirs.

    An array is seven numbers to native code, so that a call hands over hundreds: that takes longer than most bodies do.
    """
    _loops.append((function, True))
    return function


def aside(function: F) -> F:
    """Marks a function that compiled loops call rarely, or that is large: it stays one, and their code small."""
    _loops.append((function, False))
    return function


@cache
def folder() -> Path | None:
    """Where compiled loops are kept: one folder for each state of these sources and each version of numba.

    None where caching is turned off by an empty `LINKWORK_CACHE_DIR`, or nothing can be kept safely.
    """
    digest = hashlib.sha256(importlib.metadata.version("numba").encode() + sys.version.encode())
    for path in sorted(PACKAGE.rglob("*.py")):
        digest.update(path.read_bytes())
    given = os.environ.get("LINKWORK_CACHE_DIR")
    base = Path(given) if given is not None else Path(platformdirs.user_cache_dir("linkwork"))
    place = base / "loops" / digest.hexdigest()[:20]
    return place if given != "" and _is_own(place) else None


def _is_own(place: Path) -> bool:
    """Whether only this user can write there: what it holds is run."""
    try:
        place.mkdir(parents=True, exist_ok=True, mode=0o700)
        found = place.stat()
    except OSError:
        return False
    own = not hasattr(os, "getuid") or found.st_uid == os.getuid()
    return own and not found.st_mode & 0o022 and os.access(place, os.W_OK)


@cache
def native(function: Callable[..., Any]) -> Callable[..., Any]:
    """The loop as compiled code, loaded from the cache where it is there, compiled otherwise."""
    numba = importlib.import_module("numba")
    for module in (".native_call", ".native_sums", ".native_tiles"):
        importlib.import_module(module, __package__)
    drafts = importlib.import_module(".drafts", __package__)
    register = importlib.import_module("numba.extending").register_jitable
    while _loops:
        marked, inlined = _loops.pop()
        register(no_cfunc_wrapper=True, forceinline=inlined, pipeline_class=drafts.DraftCompiler, **LEAN)(marked)
    before, place = numba.config.CACHE_DIR, folder()
    numba.config.CACHE_DIR = str(place or before)
    try:
        compiled: Callable[..., Any] = numba.njit(cache=place is not None, nogil=True, no_cfunc_wrapper=True, **LEAN)(
            function
        )
    finally:
        numba.config.CACHE_DIR = before
    return compiled


def name_of(function: Callable[..., Any]) -> str:
    """A loop's module and name, which is how another process finds it."""
    return f"{function.__module__}:{function.__qualname__}"


def _marker(name: str, what: str) -> Path | None:
    place = folder()
    return None if place is None else place / f"{name.replace(':', '-')}.{what}"


def is_ready(function: Callable[..., Any]) -> bool:
    """Whether compiled code is in the cache."""
    marker = _marker(name_of(function), "ready")
    return marker is not None and marker.exists()


def prepare(function: Callable[..., Any]) -> None:
    """Starts compiling in another process, unless that has been done or is under way in some process."""
    name = name_of(function)
    claim = _marker(name, "claim")
    if claim is None or name in _running or is_ready(function):
        return
    try:
        if claim.exists() and time.time() - claim.stat().st_mtime < STALE:
            return
        claim.touch()
        quiet = subprocess.DEVNULL
        command = [sys.executable, "-m", "linkwork.numerics.compiled", name]
        _running[name] = subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet, start_new_session=True)
    except OSError:  # no process to be had: the loop is compiled here when waiting has become too long
        return


def compile_now(name: str) -> None:
    """Compiles a loop for the arguments that its module's `examples()` have, and says so in the cache."""
    module, _, function = name.partition(":")
    found = importlib.import_module(module)
    native(getattr(found, function))(*found.examples()[function])
    marker = _marker(name, "ready")
    if marker is not None:
        marker.touch()


def mark_used(function: Callable[..., Any]) -> None:
    """Says that a loop is there as compiled code: runs begin with it."""
    _used.add(name_of(function))


class Tiered:
    """A loop that starts in Python and goes on compiled: call it for a piece of the work at a time."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        self.spent = 0.0
        self.is_native = name_of(function) in _used
        self._compiled = native(function) if self.is_native else None

    def budget(self) -> int:
        """How many steps the next piece may have, so that one piece takes a fraction of a second."""
        return 20_000 if self.is_native else 10

    def __call__(self, *arguments: Any) -> Any:
        """What the loop returns."""
        if not self.is_native and self.spent > PATIENCE:
            prepare(self.function)
            self.is_native = is_ready(self.function) or self.spent > LIMIT
        if self._compiled is None and self.is_native:
            mark_used(self.function)
            self._compiled = native(self.function)
        if self._compiled is not None:
            return self._compiled(*arguments)
        start = time.perf_counter()
        try:
            return self.function(*arguments)
        finally:
            self.spent += time.perf_counter() - start


class Pending:
    """A loop that others stand in for until it is compiled: `spent` is the time that they took so far."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        self.spent = 0.0

    def is_ready_now(self) -> bool:
        """Whether to go on with compiled code; starts compiling where others have taken long."""
        name = name_of(self.function)
        if name not in _used and self.spent > PATIENCE:
            prepare(self.function)
            if is_ready(self.function) or self.spent > LIMIT:
                mark_used(self.function)
        return name in _used


if __name__ == "__main__":
    # Loops are marked in the module of this name, not in the one that is being run.
    importlib.import_module("linkwork.numerics.compiled").compile_now(sys.argv[1])
