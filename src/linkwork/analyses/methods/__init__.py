"""Methods of integration as values: the base class, those that are shipped, one's own, and the registry of names.

What `__init__.pyi` lists is loaded when it is first used.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
