"""What a run was computed with."""

import importlib.metadata
import platform


def versions() -> dict[str, str]:
    """Versions of Python and of the packages that matter."""
    names = ("linkwork", "numpy", "scipy", "llvmlite")
    return {"python": platform.python_version(), **{name: importlib.metadata.version(name) for name in names}}
