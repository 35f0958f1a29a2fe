"""Steppers of runs: trees by native engines, and one-step methods that Python drives, each step a sparse system.

What `__init__.pyi` lists is loaded when it is first used.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
