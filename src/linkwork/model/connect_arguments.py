"""What `connect` is given beside element and ends, brought into one form: mappings of names to numbers and signals."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, NoReturn

import numpy as np

from ..contract import Element, ModelError, as_signal, hinge_of, is_of_time, value_of
from ..contract.arguments import NAME_ARGUMENT
from ..expr import is_symbolic


class FrozenDict(dict[str, Any]):
    """A dict that is not changed any more."""

    remedy: ClassVar[str] = "a connection keeps what it was made with; remove it and connect again."

    def _refuse(self, *_: Any, **__: Any) -> NoReturn:
        raise ModelError(self.remedy)

    __setitem__ = __delitem__ = __ior__ = update = pop = popitem = clear = setdefault = _refuse

    def __reduce__(self) -> Any:
        return type(self), (dict(self),)


def as_mapping(label: str, what: str, given: Any) -> FrozenDict:
    """Names and values, none where None was given."""
    if given is None:
        return FrozenDict()
    if not isinstance(given, Mapping):
        raise ModelError(f"{label}: {what} = {given!r}; give names with values, {what}={{'angle': …}}.")
    return FrozenDict(given)


def as_drives(label: str, given: Any) -> FrozenDict:
    """Coordinates and the signals they follow; functions of time, expressions of `lw.t` and numbers become signals."""
    return FrozenDict(
        {name: _signal(f"{label}: drive: {name}", x) for name, x in as_mapping(label, "drive", given).items()}
    )


def as_inputs(label: str, given: Any) -> FrozenDict:
    """What drives inputs; expressions of `lw.t` become signals, functions are those of channels."""
    found = as_mapping(label, "inputs", given)
    return FrozenDict(
        {name: _signal(f"{label}: inputs: {name}", x) if is_of_time(x) else x for name, x in found.items()}
    )


def as_active(label: str, given: Any) -> Any:
    """What switches a connection: an expression of Parameters, or a condition on channels."""
    if given is None or (callable(given) and not isinstance(given, type)):
        return given
    if not is_symbolic(given) or np.ndim(given) != 0:
        raise ModelError(
            f'{label}: active = {given!r}; give a Parameter that a run may change, lw.Parameter("latched", 1.0), or a '
            'condition on channels, lambda x: x["A.angle"] > 1.'
        )
    worth = value_of(given)
    if worth not in (0.0, 1.0):
        raise ModelError(f"{label}: active is {worth:g}; it is 1 where the connection holds and 0 where it does not.")
    return given


def _signal(label: str, given: Any) -> Any:
    try:
        return as_signal(given)
    except ModelError as error:
        raise ModelError(f"{label}: {error}") from None


def as_locks(label: str, element: Element, given: Any, initial: Mapping[str, Any]) -> FrozenDict:
    """Locked coordinates and where they are held; names alone are held where they start."""
    if given is None or isinstance(given, Mapping):
        locks = as_mapping(label, "lock", given)
    else:
        if isinstance(given, str) or not isinstance(given, (tuple, list, set, frozenset)):
            raise ModelError(f"{label}: lock = {given!r}; give names, lock=['angle'], or names with values.")
        for name in given:
            NAME_ARGUMENT.check(label, "lock", name)
        locks = FrozenDict({name: initial.get(name, _rest(element, name)) for name in given})
    for name, value in locks.items():
        check_number(f"{label}: lock: {name}", value)
        start = initial.get(name, value)
        check_number(f"{label}: initial: {name}", start)
        if value_of(start) != value_of(value):
            raise ModelError(f"{label}: {name!r} is locked at {value} but starts at {start}; give one of them.")
    return locks


def moved_input(given: Any, prefix: str, own: set[str]) -> Any:
    """What drives an input, after the bodies and connections `own` have got names preceded by `prefix`."""

    def moved(channel: str) -> str:
        return prefix + channel if channel.partition(".")[0] in own else channel

    if isinstance(given, str):
        return moved(given)
    if not prefix or isinstance(given, Element) or not callable(given):
        return given
    return lambda channels: given(Renamed(channels, moved))


@dataclass(frozen=True)
class Renamed:
    """Channels under other names."""

    channels: Any
    name: Callable[[str], str]

    def __getitem__(self, channel: str) -> Any:
        return self.channels[self.name(channel)]


def check_number(label: str, value: Any) -> None:
    """Raises where `value` is not one finite number or expression."""
    try:
        finite = not isinstance(value, (str, bool)) and np.ndim(value) == 0 and np.isfinite(value_of(value))
    except ModelError as error:
        raise ModelError(f"{label}: {error}") from None
    except (TypeError, ValueError):
        finite = False
    if not finite:
        units = " in SI units" if isinstance(value, str) else ""
        angle = ", an angle in radians" if isinstance(value, str) and "deg" in value else ""
        raise ModelError(f"{label} = {value!r} must be a finite number{units}{angle}.")


def _rest(element: Element, coordinate: Any) -> float:
    """The plain value of a joint's coordinate; what is not one is refused later, with its name."""
    hinge = hinge_of(element)
    if hinge is not None and coordinate in hinge.coordinates:
        return float(hinge.rest_values[hinge.coordinates.index(coordinate)])
    return 0.0
