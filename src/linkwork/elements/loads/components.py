"""Three components that may be numbers, signals, or one function of motion and time."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...contract import Load, ModelError, Signal, option, parameter
from ...contract import axis as direction
from ...expr import array, is_symbolic
from ...spatial import matrix

COMPONENTS_WANTED = "give three numbers or signals, one of them with along=, or a function of (rel, t)"


def as_components(given: Any) -> Any:
    """What is kept: a function, one number or signal, or a tuple of three."""
    if isinstance(given, type):
        raise ModelError(
            f"is a class; did you forget the brackets? {COMPONENTS_WANTED[0].upper()}{COMPONENTS_WANTED[1:]}"
        )
    if callable(given) or isinstance(given, Signal):
        return given
    if isinstance(given, (tuple, list, np.ndarray)):
        if len(given) != 3:
            raise ModelError(f"has {len(given)} components; {COMPONENTS_WANTED}")
        return tuple(_component(x) for x in given)
    return _component(given)


def _component(x: Any) -> Any:
    if isinstance(x, Signal) or is_symbolic(x):
        return x
    if isinstance(x, (str, bool, type)) or x is None:
        raise ModelError(f"{x!r} is not a number; {COMPONENTS_WANTED}")
    number = float(x)
    if not np.isfinite(number):
        raise ModelError("must be finite")
    return number


class Components(Load):
    """A load with components in the axes of the world, or in those of its end where `axes` is "body"."""

    along = direction(default=None, doc="the direction of a load that is given as one number or signal")
    axes = option(default="world", choices=("world", "body"), doc="in which axes the components are")

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls._put_last(Components.fields)

    @property
    def given(self) -> dict[str, Any]:
        """What was given as components, by name."""
        return {name: getattr(self, name) for name, field in self.fields.items() if field.convert is as_components}

    def validate(self) -> None:
        """A single number or signal has a direction, and nothing else has."""
        single = [name for name, value in self.given.items() if _is_single(value)]
        if single and self.along is None:
            raise ModelError(
                f"{self.kind}: {single[0]} is one number or signal; say along which direction it acts: along='x'."
            )
        if self.along is not None and not single:
            raise ModelError(f"{self.kind}: along is for a load that is given as one number or signal.")

    def vector(self, given: Any, rel: Any, t: Any) -> Any:
        """The three components at this motion and time."""
        if _is_single(given):
            value = given.value(t) if isinstance(given, Signal) else given
            return matrix([value * x for x in self.along])
        if callable(given):
            found = given(rel, t)
            if found is None or np.shape(array(found)) != (3,):
                what = "nothing" if found is None else f"shape {np.shape(array(found))}"
                raise ModelError(
                    f"{self.kind}: its function of (rel, t) must return three components; it returned {what}."
                )
            return matrix(found)
        return matrix([x.value(t) if isinstance(x, Signal) else x for x in given])


def component_field(unit: str, default: Any, doc: str) -> Any:
    """A field of three components."""
    extra = {} if default is None else {"default": default}
    return parameter(unit=unit, shape=3, convert=as_components, doc=doc, **extra)


def _is_single(value: Any) -> bool:
    return isinstance(value, Signal) or not (callable(value) or isinstance(value, tuple))
