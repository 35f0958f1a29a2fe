"""What a run was computed with."""

import importlib.metadata
import platform
from functools import cache


def versions() -> dict[str, str]:
    """Versions of Python and of the packages that matter."""
    return dict(_read())


@cache
def _read() -> dict[str, str]:
    # Read once: looking them up on the disk takes longer than a short run.
    names = ("linkwork", "numpy", "scipy", "llvmlite")
    return {"python": platform.python_version(), **{name: importlib.metadata.version(name) for name in names}}
