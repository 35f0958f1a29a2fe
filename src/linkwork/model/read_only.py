"""Arrays that are not changed any more."""

from __future__ import annotations

from typing import Any

import numpy as np


def read_only(values: Any) -> Any:
    """A copy that cannot be written into: what a model keeps does not follow the array that it was given as."""
    found = np.array(values, copy=True, subok=True)
    found.flags.writeable = False
    return found
