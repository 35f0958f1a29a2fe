"""What an element is given: `parameter` for numbers with a unit, `option` for anything that shapes the code itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from inspect import Parameter as Argument
from inspect import Signature, cleandoc
from typing import Any

import numpy as np

from ..expr import array, is_symbolic
from ..spatial import axis_vector
from .errors import ModelError, unknown
from .parameters import value_of
from .units import quantity, split_quantity

LARGEST_NUMBER = 1e100
"""Numbers beyond this have no cubes."""
REQUIRED: Any = object()
FIELDS_TITLE = "Fields, by position or by name:"
Check = str | Callable[[Any], bool | str] | None

_CHECKS: dict[str, tuple[Callable[[Any], bool], str]] = {
    "positive": (lambda x: bool(np.all(np.asarray(x) > 0)), "must be positive"),
    "nonnegative": (lambda x: bool(np.all(np.asarray(x) >= 0)), "must not be negative"),
    "nonzero": (lambda x: bool(np.all(np.asarray(x) != 0)), "must not be zero"),
}


@dataclass(frozen=True)
class Field:
    """One thing an element is given. `name` is filled in by the class it stands in."""

    unit: str = ""
    default: Any = REQUIRED
    check: Check = None
    shape: tuple[int | None, ...] = ()
    choices: tuple[Any, ...] | None = None
    numeric: bool = True
    convert: Callable[[Any], Any] | None = None
    doc: str = ""
    name: str = ""
    path: bool = False
    """Whether it is the name of a file, which a model file may only take from its own folder."""
    internal: bool = False
    """Whether the package fills it in, where it is connected or run; nobody gives it and no file holds it."""

    def __post_init__(self) -> None:
        if isinstance(self.check, str) and self.check not in _CHECKS:
            raise ModelError(unknown("check", self.check, _CHECKS))

    @property
    def required(self) -> bool:
        """Whether it must be given."""
        return self.default is REQUIRED

    @property
    def is_number(self) -> bool:
        """Whether it holds numbers and nothing but numbers."""
        return self.numeric and self.convert is None

    @property
    def annotation(self) -> str:
        """What may be given, as an annotation: where it is converted, what that takes, or the type that it gives."""
        if self.choices is not None:
            found = "bool" if set(self.choices) == {True, False} else f"Literal[{', '.join(map(repr, self.choices))}]"
        elif self.is_number:
            found = "Sequence[Any] | np.ndarray" if self.shape else "float | Expr"
        elif self.convert is not None:
            *takes, gives = getattr(self.convert, "__annotations__", {}).values() or ["Any"]
            found = next((x for x in (*takes[:1], gives) if x != "Any" and (x in takes or x.isidentifier())), "Any")
        elif self.path:  # where it must be given, what such a file holds does as well
            found = "Any" if self.required else "str | PathLike[str]"
        else:
            found = type(self.default).__name__ if isinstance(self.default, (bool, int, str)) else "Any"
        return found if self.default is not None or found == "Any" or "None" in found else f"{found} | None"

    @property
    def told(self) -> str:
        """Its unit, its default and what it is, in one line."""
        default = "" if self.required or self.default is None else f"{self.default!r} unless given"
        return ", ".join(filter(None, (self.unit, default, self.doc)))

    def accept(self, owner: str, value: Any) -> Any:
        """`value` in the form in which it is kept, or an error that names the field."""
        label = f"{owner}: {self.name}"
        if value is None and self.default is None:
            return None
        try:
            if self.numeric and isinstance(value, str) and (parts := split_quantity(value)) and parts[1]:
                raise ModelError(_with_unit(self, *parts))
            if self.convert is not None:
                checked = self.convert(value)
            else:
                checked = _number(value, self.shape) if self.numeric else value
        except Exception as error:  # a user's own convert may raise anything
            raise ModelError(f"{label} = {_shortened(value)}: {error}") from None
        if self.choices is not None and checked not in self.choices:
            raise ModelError(f"{label} = {value!r}: choose one of {', '.join(map(repr, self.choices))}.")
        self.check_range(label, checked)
        return checked

    def check_range(self, label: str, value: Any) -> None:
        """Raises where a value is outside its range."""
        if self.check is None or value is None:
            return
        worth = value_of(value)
        if isinstance(self.check, str):
            holds, sentence = _CHECKS[self.check]
            verdict: bool | str = holds(worth) or sentence
        else:
            verdict = self.check(worth)
        if verdict is not True:
            said = verdict if isinstance(verdict, str) else "is outside its range"
            raise ModelError(f"{label} = {_short(worth)} {said}.")

    def are_in_range(self, values: np.ndarray) -> np.ndarray:
        """Which of many values (the first axis) are sure to be in range; of checks by functions none is."""
        if self.check is None:
            return np.ones(len(values), dtype=bool)
        if not isinstance(self.check, str):
            return np.zeros(len(values), dtype=bool)
        holds = _CHECKS[self.check][0]
        return np.full(len(values), True) if holds(values) else np.array([holds(x) for x in values])


class FieldSignature:
    """`__signature__` of a class of elements: its fields in the order in which they are given, made when asked for.

    Where one that is required follows one that is not, it and those behind it are shown as given by name.
    """

    def __get__(self, instance: Any, owner: Any) -> Signature:
        arguments: list[Argument] = []
        for name, field in owner.given_fields().items():
            late = field.required and any(a.default is not Argument.empty for a in arguments)
            by_name = late or any(a.kind is Argument.KEYWORD_ONLY for a in arguments)
            way = Argument.KEYWORD_ONLY if by_name else Argument.POSITIONAL_OR_KEYWORD
            default = Argument.empty if field.required else field.default
            arguments.append(Argument(name, way, default=default, annotation=field.annotation))
        return Signature(arguments)


@dataclass(frozen=True)
class FieldDoc:
    """`__doc__` of a class of elements: its own, and below it a line for each field, made when asked for."""

    own: str

    def __get__(self, instance: Any, owner: Any) -> str:
        lines = [f"    {name}: {field.told}" for name, field in owner.given_fields().items()]
        title = ["", FIELDS_TITLE] if lines else []
        return "\n".join([cleandoc(self.own), *title, *lines])


def parameter(
    unit: str = "",
    default: Any = REQUIRED,
    check: Check = None,
    shape: int | Sequence[int | None] = (),
    doc: str = "",
    convert: Callable[[Any], Any] | None = None,
    internal: bool = False,
) -> Any:
    """A number (or an array of `shape`) that an element is given: a constant, or an expression of Parameters.

    `unit` is what plain numbers mean and what units in model files are checked against. `check` is "positive",
    "nonnegative", "nonzero", or a function of the value that returns True, or a sentence that says what is wrong.
    A size of None in `shape` is any size. `convert`, for values that may be more than numbers (signals, functions),
    gives the form that is kept. `internal` ones are filled in by the package.
    """
    sizes = (shape,) if isinstance(shape, int) else tuple(shape)
    return Field(unit=unit, default=default, check=check, shape=sizes, doc=doc, convert=convert, internal=internal)


def option(
    default: Any = REQUIRED,
    check: Check = None,
    choices: Sequence[Any] | None = None,
    convert: Callable[[Any], Any] | None = None,
    doc: str = "",
    path: bool = False,
    internal: bool = False,
) -> Any:
    """Anything else that an element is given: a word, a count, data. It becomes part of the code.

    `path` says that it is the name of a file: a model file may only name files in its own folder. `internal` ones are
    filled in by the package.
    """
    chosen = None if choices is None else tuple(choices)
    return Field(
        default=default,
        check=check,
        choices=chosen,
        numeric=False,
        convert=convert,
        doc=doc,
        path=path,
        internal=internal,
    )


def axis(default: Any = REQUIRED, doc: str = "") -> Any:
    """A direction: "x", "-y" … or three numbers; kept as a unit vector."""
    return Field(default=default, shape=(3,), numeric=False, convert=as_direction, doc=doc or "direction")


def as_direction(value: str | Sequence[float] | np.ndarray) -> tuple[float, ...]:
    """A unit vector."""
    return tuple(float(x) for x in axis_vector(value))


def _with_unit(field: Field, number: str, unit: str) -> str:
    """What to write in place of text with a unit."""
    plain = f"is text; give a number{f' in {field.unit}' if field.unit else ''}"
    try:
        worth = f", {quantity(f'{number} {unit}', field.unit or None):g}"
    except ModelError as error:
        return f"{plain}; {error}"
    return f"{plain}{worth}, or lw.Parameter({field.name!r}, {number}, unit={unit!r}), which converts it"


def _fits(shape: tuple[int, ...], wanted: tuple[int | None, ...]) -> bool:
    return len(shape) == len(wanted) and all(w is None or n == w for n, w in zip(shape, wanted, strict=True))


def _number(value: Any, shape: tuple[int | None, ...]) -> Any:
    """A float, an expression, or an array of them, of the right shape and finite."""
    entries: Any
    if is_symbolic(value):
        entries = array(value)
        result = entries.item() if entries.ndim == 0 else entries
    else:
        if isinstance(value, (str, bool)) or value is None:
            raise ModelError("is not a number")
        entries = np.array(value, dtype=float)
        entries.flags.writeable = False  # values are fixed, whatever becomes of the array that was given
        result = float(entries) if entries.ndim == 0 else entries
        if not np.isfinite(entries).all():
            raise ModelError("must be finite")
        if entries.size and np.abs(entries).max() > LARGEST_NUMBER:
            raise ModelError(f"is beyond {LARGEST_NUMBER:g}; with numbers as large as this nothing can be computed")
    if not _fits(entries.shape, shape):
        wanted = f"shape ({', '.join('any' if n is None else str(n) for n in shape)})" if shape else "one number"
        raise ModelError(f"needs {wanted}, has shape {entries.shape}")
    return result


def _shortened(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 100 else f"{text[:80]} …"


def _short(value: Any) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)
