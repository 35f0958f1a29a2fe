"""The reference documents the classes of elements: an extension of griffe, which reads the sources for the site.

`elements/__init__.pyi` says how elements are called, for editors; what readers want to find under `linkwork.Spring` is
the class with its docstring.
"""

from typing import Any

from griffe import Alias, Extension, Module

from linkwork.elements.catalogue import registered


class DocumentedClasses(Extension):
    """Lets names of `linkwork.elements` lead to the classes that are registered."""

    def on_package(self, *, pkg: Module, **_: Any) -> None:
        """Replaces what the stub of the elements says by the classes."""
        if pkg.path != "linkwork":
            return
        for name, element in registered().items():
            # The package's own name too: what it led to was found before.
            for module in (pkg["elements"], pkg):
                if name in module.members:
                    module.del_member(name)
                    module.set_member(name, Alias(name, f"{element.__module__}.{name}"))
