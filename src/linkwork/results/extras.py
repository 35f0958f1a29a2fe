"""What is imported only when asked for: optional packages, and the writer of models, which stands in a layer above."""

from __future__ import annotations

import importlib
import json
from typing import Any

from ..contract import ModelError
from ..model import Model

EXTRAS = {"xarray": "data", "pandas": "data", "pyarrow": "parquet", "SALib": "sensitivity"}
"""Packages, and the extra of ours that brings each."""
WRITER = "linkwork.formats"
"""Writes models. Results are below it, so they know it by name only; without it a run is saved without its model."""


def extra(package: str, wanted: str) -> Any:
    """An optional package, or an error that says how to get it."""
    try:
        return importlib.import_module(package)
    except ImportError:
        name = package.partition(".")[0]
        raise ModelError(
            f"{wanted} needs {name}, which is not installed: pip install 'linkwork[{EXTRAS[name]}]'."
        ) from None


def model_text(model: Model) -> tuple[str, list[str]]:
    """(the model as JSON, what of it could not be written: one sentence a part)."""
    data, missing = importlib.import_module(WRITER).to_partial_dict(model)
    return json.dumps(data), missing
