"""Model files: TOML and JSON."""

from .encode import MODEL_FORMAT, to_dict, to_partial_dict
from .errors import FormatError
from .files import from_dict, load_model, save_model

__all__ = ["MODEL_FORMAT", "FormatError", "from_dict", "load_model", "save_model", "to_dict", "to_partial_dict"]
