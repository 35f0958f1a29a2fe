"""Elements by name, for model files and for tests that run over the whole catalogue.

The catalogue puts its own here when it is imported, which `linkwork.register` and `linkwork.registered` see to. Other
packages add theirs through the entry point group `linkwork.elements` (each entry a class), a program of one's own with
`register`.
"""

from __future__ import annotations

from typing import TypeVar

from .element import Element
from .errors import ModelError, unknown

ElementClass = TypeVar("ElementClass", bound=type[Element])

ENTRY_POINT_GROUP = "linkwork.elements"
_registered: dict[str, type[Element]] = {}
_loaded: list[str] = []


def register(element: ElementClass) -> ElementClass:
    """Makes a class known by its name; usable as a decorator."""
    if not isinstance(element, type) or not issubclass(element, Element):
        raise ModelError(f"register: {element!r} is not a class of elements.")
    name = element.__name__
    known = _registered.get(name)
    if known is not None and known is not element and known.__module__ != element.__module__:
        raise ModelError(f"register: an element called {name!r} exists already, from {known.__module__}.")
    _registered[name] = element
    return element


def element_class(name: str) -> type[Element]:
    """The class of this name."""
    found = registered().get(name)
    if found is None:
        raise ModelError(
            f"{unknown('element', name, registered())} A class of one's own is known once it is registered, and the "
            f"module that does so imported: lw.register({name if name.isidentifier() else 'Mine'})."
        )
    return found


def registered() -> dict[str, type[Element]]:
    """All known classes by name; other packages' are loaded when first asked for."""
    if not _loaded:
        import importlib.metadata  # only here: it reads mail, zip archives and sockets

        for entry in importlib.metadata.entry_points(group=ENTRY_POINT_GROUP):
            try:
                register(entry.load())
            except Exception as error:
                raise ModelError(f"the element {entry.name!r} ({entry.value}) could not be loaded: {error}") from error
        _loaded.append(ENTRY_POINT_GROUP)  # only now: what is broken is said every time
    return dict(_registered)
