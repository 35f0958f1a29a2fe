"""What all elements have in common: fields declared in the class body, values checked when it is made, nothing else.

Elements by name, for model files and for tests that run over the whole catalogue.

The catalogue puts its own here when it is imported, which `linkwork.register` and `linkwork.registered` see to. Other
packages add theirs through the entry point group `linkwork.elements` (each entry a class), a program of one's own with
`register`.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any, ClassVar, TypeVar

import numpy as np

from ..expr import Expr, substitute
from ..expr.graph import Node, as_expr, is_scalar
from .errors import ModelError, unknown
from .fields import REQUIRED, Field, FieldDoc, FieldSignature
from .parameters import Parameter, parameters_in, parameters_of

E = TypeVar("E", bound="Element")


class Element:
    """Base of everything `connect` joins bodies with. Values are fixed once it is made; `with_values` makes another.

    Fields are class attributes made with `parameter(...)` or `option(...)`; they are given by position, in the order in
    which they stand in the class, or by name.
    """

    __signature__: ClassVar[Any] = FieldSignature()
    fields: ClassVar[Mapping[str, Field]] = {}
    ends: ClassVar[int | None] = 2
    """How many ends it has; None for any number."""
    rarely_given: ClassVar[tuple[str, ...]] = ()
    """Fields of a whole family that are shown only where they were given."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        collected = {name: f for base in reversed(cls.__mro__[1:]) for name, f in getattr(base, "fields", {}).items()}
        for name, value in list(vars(cls).items()):
            if isinstance(value, Field):
                if name not in collected:
                    _check_free(cls, name)
                collected[name] = replace(value, name=name)
                delattr(cls, name)
            elif name in collected:
                # A subclass may fix a field to a value; it is then no longer given.
                del collected[name]
        cls.fields = collected
        if cls.__doc__:
            cls.__doc__ = FieldDoc(cls.__doc__)  # type: ignore[assignment]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        given = self._bind(args, kwargs)
        for name, field in self.fields.items():
            if name in given:
                value = field.accept(self.kind, given[name])
            elif field.required:
                unit = f" ({field.unit})" if field.unit else ""
                raise ModelError(f"{self.kind}: {name}{unit} is missing.")
            else:
                value = field.accept(self.kind, field.default) if field.default is not None else None
            object.__setattr__(self, name, value)
        self.validate()

    def _bind(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> dict[str, Any]:
        names = list(self.given_fields())
        if len(args) > len(names):
            raise ModelError(f"{self.kind} takes {len(names)} values ({', '.join(names) or 'none'}), got {len(args)}.")
        given = dict(zip(names, args, strict=False))
        for name, value in kwargs.items():
            if name not in self.fields:
                plain = name in vars(type(self)) and not callable(getattr(type(self), name))
                write = f" It is a plain attribute of the class: write {name} = lw.parameter(…)." if plain else ""
                raise ModelError(f"{self.kind}: {unknown('field', name, names)}{write}")
            if name in given:
                raise ModelError(f"{self.kind}: {name} was given twice.")
            given[name] = value
        return given

    @classmethod
    def given_fields(cls) -> dict[str, Field]:
        """The fields that users give and files hold; others the package fills in."""
        return {name: field for name, field in cls.fields.items() if not field.internal}

    @classmethod
    def _put_last(cls, common: Mapping[str, Field]) -> None:
        """Lets a family of elements have its common fields after those of each member, for values given by position."""
        own = [name for name in cls.fields if name not in common]
        cls.fields = {name: cls.fields[name] for name in (*own, *(n for n in common if n in cls.fields))}

    def validate(self) -> None:
        """Raises `ModelError` where values do not fit together; elements with such rules override it."""

    @property
    def kind(self) -> str:
        """The name of its class."""
        return type(self).__name__

    @property
    def values(self) -> dict[str, Any]:
        """What it was given, by name."""
        return {name: getattr(self, name) for name in self.fields}

    def unit_of(self, name: str) -> str:
        """The unit of a field here; "" where it has none, or where it is not known."""
        return self.fields[name].unit

    @property
    def doubts(self) -> tuple[tuple[str, str], ...]:
        """What of its values is allowed and looks like a mistake: (the name of the remark, a sentence)."""
        return ()

    def is_default(self, name: str) -> bool:
        """Whether a field has the value that it has where nobody gives one."""
        default = self.fields[name].default
        return default is not REQUIRED and same(getattr(self, name), default)

    def traced(self) -> Mapping[str, Any]:
        """What its functions give for symbols, by name: where a Parameter may stand that is none of its values."""
        return {}

    @cached_property
    def first_trace(self) -> Mapping[str, Any]:
        """The same when it was first asked for: functions must go on giving it."""
        return self.traced()

    @property
    def parameters(self) -> list[Parameter]:
        """The Parameters that its values and its functions refer to."""
        return [*self._parameters]

    @cached_property
    def _parameters(self) -> tuple[Parameter, ...]:
        found = {p.uid: p for p in (*parameters_of(_contents(self.values.values())), *self._hidden)}
        return tuple(found[uid] for uid in sorted(found))

    @cached_property
    def _hidden(self) -> list[Parameter]:
        """Parameters in functions, its own or those it was given; the catalogue's own functions have none."""
        return parameters_in(flattened(self.first_trace.values())) if is_own(self) else []

    def with_values(self: E, **changes: Any) -> E:
        """The same element with some values changed."""
        return type(self)(**{**self.values, **changes})

    def __getstate__(self) -> dict[str, Any]:
        # What was traced is found again.
        found_again = ("first_trace", "_traced_derivatives", "form")
        return {name: value for name, value in vars(self).items() if name not in found_again}

    def __setattr__(self, name: str, value: Any) -> None:
        raise ModelError(f"{self.kind}: values are fixed; make another with with_values({name}=…).")

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        theirs = other.values
        return all(same(value, theirs[name]) for name, value in self.values.items())

    def __hash__(self) -> int:
        return hash((type(self), *self.fields))

    def __repr__(self) -> str:
        given = [n for n in self.given_fields() if not (n in self.rarely_given and self.is_default(n))]
        shown = ", ".join(f"{name}={_shown(getattr(self, name))}" for name in given)
        return f"{self.kind}({shown})"


def _check_free(cls: type, name: str) -> None:
    """Raises where a field would hide what all elements of its kind have. A plain word or number may become a field."""
    hidden = next((vars(base)[name] for base in cls.__mro__[1:] if name in vars(base)), "")
    if not isinstance(hidden, (str, float)):
        raise ModelError(f"{cls.__name__}: a field cannot be called {name!r}: its base has one; take another name.")


def same(a: Any, b: Any) -> bool:
    """Whether two field values are equal: numbers by value, expressions by structure."""
    if a is b:
        return True
    if isinstance(a, np.ndarray) and isinstance(b, np.ndarray) and object not in (a.dtype, b.dtype):
        return bool(np.array_equal(a, b))
    if isinstance(a, (tuple, list)) and isinstance(b, (tuple, list)):
        return len(a) == len(b) and all(same(x, y) for x, y in zip(a, b, strict=True))
    if isinstance(a, np.ndarray) or isinstance(b, np.ndarray):
        a, b = np.asarray(a, dtype=object), np.asarray(b, dtype=object)
        return a.shape == b.shape and all(same(x, y) for x, y in zip(a.ravel(), b.ravel(), strict=True))
    if isinstance(a, Parameter) and isinstance(b, Parameter):
        return (a.name, a.value, a.unit) == (b.name, b.value, b.unit)
    if isinstance(a, Expr) or isinstance(b, Expr):
        return _same_expression(a, b)
    if isinstance(a, Mapping) and isinstance(b, Mapping):
        return a.keys() == b.keys() and all(same(value, b[name]) for name, value in a.items())
    result = a == b
    return bool(result) if isinstance(result, (bool, np.bool_)) else False


def _same_expression(a: Any, b: Any) -> bool:
    """Whether two expressions are one once Parameters of the same name, value and unit stand for each other."""
    if not is_scalar(a) or not is_scalar(b):
        return False
    first, second = as_expr(a), as_expr(b)
    known = {p.name: p for p in parameters_in([first])}
    theirs = [p for p in parameters_in([second]) if p.name in known and same(p, known[p.name])]
    twins: dict[Node, Parameter] = {p: known[p.name] for p in theirs}
    return substitute([second], twins)[0] is first


def is_own(element: Element) -> bool:
    """Whether code of a user's is in an element: its class is not the package's, or it was given a function."""
    shipped = type(element).__module__.partition(".")[0] == __name__.partition(".")[0]
    return not shipped or holds_function(tuple(element.values.values()))


def flattened(values: Iterable[Any]) -> Iterator[Any]:
    """Everything in nested results of functions."""
    for value in values:
        if isinstance(value, (tuple, list)):
            yield from flattened(value)
        else:
            yield value


def holds_function(value: Any) -> bool:
    """Whether a field value is or contains a function, also inside an element."""
    if isinstance(value, Element):
        return any(map(holds_function, value.values.values()))
    return any(map(holds_function, value)) if isinstance(value, tuple) else callable(value)


def _contents(values: Iterable[Any]) -> Iterator[Any]:
    """Everything in field values that may refer to Parameters: expressions, also those of elements inside elements."""
    for value in values:
        if isinstance(value, Element):
            yield from value.parameters
        elif isinstance(value, (tuple, list)):
            yield from _contents(value)
        else:
            yield value


def _shown(value: Any) -> str:
    if isinstance(value, np.ndarray):
        size = " × ".join(map(str, value.shape))
        return str(value.tolist()) if value.size <= 9 else f"<{size} numbers>"
    if isinstance(value, tuple):
        return f"({', '.join(_shown(x) for x in value)}{',' if len(value) == 1 else ''})"
    if inspect.isroutine(value):
        return getattr(value, "__qualname__", repr(value))
    return f"{value:g}" if isinstance(value, float) else repr(value)


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
