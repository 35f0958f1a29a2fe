"""Models in absolute coordinates: elements of one kind evaluated together, scattered into one sparse system.

What `__init__.pyi` lists is loaded when it is first used.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
