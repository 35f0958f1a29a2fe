"""What public functions are given, checked where it comes in: an error names the function, the argument and the value.

`@takes(t=NUMBER)` checks arguments before a function sees them. Kinds say what a thing is, not whether it makes sense:
ranges, names and units are checked where they are known.
"""

from __future__ import annotations

import functools
import inspect
import math
import numbers
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields
from itertools import chain, repeat
from os import PathLike
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

import numpy as np

from .errors import ModelError, unknown

P = ParamSpec("P")
R = TypeVar("R")
MOST_TIMES = 2**31 - 1
"""As many samples as a file of a run can hold."""
SHOWN_CHARACTERS = 80
"""Characters of a value in an error."""


@dataclass(frozen=True)
class ArgumentKind:
    """A kind of argument: what fits it, and how to ask for it."""

    fits: Callable[[Any], bool]
    wanted: str
    records: tuple[type, ...] = ()
    """Classes of values with fields of their own, such as `Output`, that fit it."""
    choices: tuple[str, ...] = ()
    """The names that fit it, where it is one of a few."""

    def __or__(self, other: None) -> ArgumentKind:
        """The same, or None."""
        fits = self.fits
        return ArgumentKind(lambda value: value is None or fits(value), self.wanted, self.records, self.choices)

    def check(self, owner: str, name: str, value: Any) -> None:
        """Raises where a value is of another kind."""
        try:
            fits = self.fits(value)
        except Exception:  # whatever a value does when it is asked what it is
            fits = False
        if not fits:
            raise ModelError(f"{name} = {shown_value(value)}; give {self.wanted}.", owner)


def shown_value(value: Any) -> str:
    """A value as it stands in an error."""
    text = repr(value)
    return text if len(text) <= SHOWN_CHARACTERS else f"{text[:SHOWN_CHARACTERS]} …"


def _is_real(value: Any) -> bool:
    if type(value) is float:  # first, since abstract classes take their time
        return True
    if isinstance(value, (bool, np.bool_)):
        return False
    if isinstance(value, np.ndarray):
        return value.ndim == 0 and value.dtype.kind in "iuf"
    return isinstance(value, numbers.Real)


def _is_count(value: Any) -> bool:
    return isinstance(value, numbers.Integral) and not isinstance(value, bool)


def _are_reals(value: Any) -> bool:
    return not isinstance(value, (str, bytes, Mapping, set)) and np.asarray(value).dtype.kind in "iuf"


def _are_times(value: Any) -> bool:
    if type(value) is list and len(value) == 1 and type(value[0]) is float:  # the end alone, as short runs ask for
        return math.isfinite(value[0])
    if isinstance(value, (str, bytes, Mapping, set)):
        return False
    found = np.asarray(value)
    if found.ndim == 0:
        return _is_count(value) and abs(int(value)) <= MOST_TIMES
    if found.ndim != 1 or not (found.dtype.kind in "iuf" or not found.size):
        return False
    return bool(np.logical_and.reduce(np.isfinite(found)))  # half of what `all()` takes


def _are_named(value: Any, fits: Callable[[Any], bool]) -> bool:
    return isinstance(value, Mapping) and all(isinstance(name, str) and fits(x) for name, x in value.items())


REAL = ArgumentKind(_is_real, "a number")
NUMBER_ARGUMENT = ArgumentKind(lambda value: _is_real(value) and math.isfinite(value), "a finite number")
NUMBERS = ArgumentKind(_are_reals, "numbers")
COUNT = ArgumentKind(_is_count, "a whole number")
TIMES_ARGUMENT = ArgumentKind(_are_times, f"increasing times, or how many (up to {MOST_TIMES})")
FLAG = ArgumentKind(lambda value: isinstance(value, (bool, np.bool_)), "True or False")
NAME_ARGUMENT = ArgumentKind(lambda value: isinstance(value, str), "a name")
TEXT_ARGUMENT = ArgumentKind(lambda value: isinstance(value, str), "a text")
CHANNEL_ARGUMENT = ArgumentKind(lambda value: isinstance(value, str), 'the name of a channel, such as "A.angle"')
FILE_ARGUMENT = ArgumentKind(
    lambda value: isinstance(value, (str, PathLike)) and str(value) != "", "the name of a file"
)
FILE_FORMATS = {
    ".nc": "NetCDF",
    ".csv": "comma-separated values",
    ".txt": "text",
    ".json": "JSON",
    ".toml": "a model",
    ".parquet": "Parquet",
    ".npz": "NumPy arrays",
    ".npy": "a NumPy array",
    ".mat": "MATLAB data",
    ".h5": "HDF5",
    ".xlsx": "a spreadsheet",
    ".pkl": "a pickle",
    ".html": "a web page",
    ".pdf": "PDF",
    ".png": "a picture",
    ".jpg": "a picture",
    ".svg": "a picture",
    ".gif": "a film",
    ".mp4": "a film",
    ".py": "a program",
}
"""What people expect in files whose names end so."""


def check_file_format(what: str, path: Any, own: str, instead: str = "") -> None:
    """Raises where the name of a file to be written ends as another format than `own` does; `instead` says what to call
    for others."""
    target = Path(path)
    expected = FILE_FORMATS.get(target.suffix.lower(), FILE_FORMATS[own])
    if expected != FILE_FORMATS[own]:
        raise ModelError(
            f"{what}: {target.name!r} is the name of {expected}, and {FILE_FORMATS[own]} is written; call it "
            f"{target.with_suffix(own).name!r}{instead}."
        )


VALUES = ArgumentKind(lambda value: _are_named(value, _is_real), 'numbers by name, such as {"A.angle": 0.3}')
NAMED = ArgumentKind(lambda value: _are_named(value, lambda _: True), 'values by name, such as {"angle": 0.3}')
FUNCTIONS_ARGUMENT = ArgumentKind(
    lambda value: _are_named(value, callable), 'functions by name, such as {"sum": lambda x: …}'
)
SEVERAL_ARGUMENT = ArgumentKind(
    lambda value: isinstance(value, Iterable) and not isinstance(value, (str, bytes, Mapping)), "a list"
)
NAMES_ARGUMENT = ArgumentKind(
    lambda value: SEVERAL_ARGUMENT.fits(value) and all(isinstance(x, str) for x in value), "a list of names"
)


def one_of(*names: str) -> ArgumentKind:
    """One of a few names."""
    *first, last = map(repr, names)
    return ArgumentKind(
        lambda value: isinstance(value, str) and value in names, f"{', '.join(first)} or {last}", (), names
    )


def no_argument(owner: str, name: str, value: Any, known: Iterable[str], kinds: Mapping[str, ArgumentKind]) -> str:
    """A sentence for a keyword that a function has not: a field or a choice of one of its arguments, or a slip."""
    for argument, kind in kinds.items():
        if isinstance(value, str) and value in kind.choices:
            return f"{owner} has no argument {name!r}; give {argument}={value!r}."
        for record in kind.records:
            if name in (field.name for field in fields(record)):
                return f"{owner} has no argument {name!r}; give {argument}=lw.{record.__name__}({name}=…)."
    return f"{owner}: {unknown('argument', name, known)}"


def takes(**kinds: ArgumentKind) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Checks arguments of a function by their names before it is called."""

    def checked(function: Callable[P, R]) -> Callable[P, R]:
        owner, given = function.__name__.replace("__getitem__", "[…]"), inspect.signature(function).parameters
        if owner == "__init__":
            owner = function.__qualname__.split(".")[-2]
        assert kinds.keys() <= given.keys(), f"{owner} has no arguments {kinds.keys() - given.keys()}"
        known = [name for name in given if name != "self"]
        names = [name for name, p in given.items() if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
        is_open = any(p.kind is p.VAR_KEYWORD for p in given.values())
        rest = next((name for name, p in given.items() if p.kind is p.VAR_POSITIONAL), "")
        in_order = [(name, kinds.get(name)) for name in names]
        others = rest, kinds.get(rest)

        @functools.wraps(function)
        def call(*args: P.args, **kwargs: P.kwargs) -> R:
            for (name, kind), value in zip(chain(in_order, repeat(others)), args, strict=False):
                if kind is not None:
                    kind.check(owner, name, value)
            for name, value in kwargs.items():
                if name in kinds:
                    kinds[name].check(owner, name, value)
                elif name not in given and not is_open:
                    raise TypeError(no_argument(owner, name, value, known, kinds))
            return function(*args, **kwargs)

        return call

    return checked
