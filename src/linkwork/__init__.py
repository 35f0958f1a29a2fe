"""Multibody dynamics in Python: bodies and connections in, readable equations and native code out.

What is offered here stands in `__init__.pyi`; each name is imported when it is first used, so that `import linkwork` is
quick.
"""

import lazy_loader

from ._version import __version__ as __version__

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
