"""Multibody dynamics in Python: bodies and connections in, readable equations and native code out.

What is offered here stands in `__init__.pyi`; each name is imported when it is first used, so that `import linkwork` is
quick.
"""

from importlib import import_module as _import_module
from typing import Any as _Any

import lazy_loader

from ._display import Displayed as _Displayed
from ._version import __version__ as __version__

_find, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
_Displayed._load_views = lambda: _import_module(".views", __name__)


_METHODS = {"modes": "linearize(system, state).modes()"}
"""What is looked for here and is a method of a result."""


def __getattr__(name: str) -> _Any:
    if name in __all__ or name.startswith("_"):
        return _find(name)
    import difflib  # only here: it takes longer to import than linkwork itself

    close = _METHODS.get(name) or next(iter(difflib.get_close_matches(name, __all__, n=1)), None)
    hint = f" Did you mean lw.{close}?" if close else ""
    raise AttributeError(f"linkwork has no attribute {name!r}.{hint}")
