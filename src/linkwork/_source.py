"""The content of the package itself: what its own code computes is part of what is kept of a computation."""

from __future__ import annotations

import hashlib
import sys
from functools import cache
from pathlib import Path

import numpy as np

from ._version import __version__


@cache
def source_fingerprint() -> str:
    """A hash of the version, of every source file, of Python and of NumPy: another one where any of them changes."""
    content = hashlib.sha256(repr((__version__, sys.version_info[:3], np.__version__)).encode())
    root = Path(__file__).parent
    for path in sorted(root.rglob("*.py")):
        text = path.read_bytes()
        content.update(f"{path.relative_to(root).as_posix()} {len(text)}\n".encode())
        content.update(text)
    return content.hexdigest()
