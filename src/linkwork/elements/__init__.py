"""The catalogue, from hinges to signals. A name loads the folder that offers it; `catalogue` loads and registers all.

Each folder says what it offers; `__init__.pyi` lists it all (`python -m tools.stub`).
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
