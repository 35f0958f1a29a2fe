"""`Parameter`: a named number that stays an input of the compiled code."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import zip_longest
from typing import Any

import numpy as np

from ..expr import array, is_symbolic
from ..expr.evaluate import evaluate
from ..expr.graph import Expr, as_expr
from ..expr.node import new_symbol, symbols_of
from .errors import ModelError
from .units import as_si, split_quantity


class Parameter(Expr):
    """A number that can be varied, swept, differentiated and optimised without compiling again.

    It is an expression: `2 * k` and `lw.sqrt(k / m)` may be given wherever a number may. `value` is what it is worth
    until a state says otherwise, `system.state({"k": 400.0})`; it is given once and does not change.

    Value and unit are in SI units, and so are all values that are given later: `lw.Parameter("k", 10.0, unit="N/mm")`
    and `lw.Parameter("k", "10 N/mm")` are 10 000 N/m. `declared` is what was given, "10 N/mm". A model refuses a
    Parameter in a field of another dimension.
    """

    __slots__ = ("declared", "doc", "unit", "value")
    value: float
    unit: str
    doc: str
    declared: str

    def __new__(cls, name: str, value: Any, unit: str = "", doc: str = "") -> Parameter:
        """A parameter of its own, even where another has the same name; a model refuses two of one name."""
        if not isinstance(name, str) or not name.isidentifier():
            raise ModelError(f"Parameter: {name!r} cannot be a name; use letters, digits and underscores.")
        if name == "t":
            raise ModelError("Parameter: 't' is the name of time; choose another.")
        number, given = _quantity(name, value, unit)
        try:
            worth, si = as_si(number, given)
        except ModelError as error:
            raise ModelError(f"Parameter {name!r}: {error}") from None
        declared = f"{repr(number).removesuffix('.0')} {given}" if si != given else ""
        return _filled(new_symbol(cls, name), worth, si, doc, declared)

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in Parameter.__slots__:
            return super().__setattr__(name, value)
        raise ModelError(
            f"Parameter {self.name!r}: its {name} is given once, and systems that were compiled with it keep it. "
            f"Another value goes into a state: system.state({{{self.name!r}: {value!r}}}), or "
            f"state.with_values({{{self.name!r}: {value!r}}}); nothing is compiled again."
        )

    @property
    def name(self) -> str:
        """Its name."""
        return str(self.data)

    def __reduce__(self) -> Any:
        if self.declared:
            return type(self), (self.name, self.declared, "", self.doc)
        return type(self), (self.name, self.value, self.unit, self.doc)


def _quantity(name: str, value: Any, unit: Any) -> tuple[float, str]:
    """Number and unit as they were given: 10.0 and "N/mm", or "10 N/mm"."""
    parts = split_quantity(value) if isinstance(value, str) else None
    try:
        number = float(value if parts is None else parts[0])
    except (TypeError, ValueError):
        raise ModelError(f"Parameter {name!r}: its value {value!r} is not a number.") from None
    if not np.isfinite(number):
        raise ModelError(f"Parameter {name!r}: its value is {number}; give a finite number.")
    if not isinstance(unit, str):
        raise ModelError(f"Parameter {name!r}: unit = {unit!r}; give text such as 'N/m'.")
    own = "" if parts is None else parts[1]
    if own and unit and own != unit:
        raise ModelError(f"Parameter {name!r}: its value {value!r} has a unit, and unit = {unit!r} is another.")
    return number, own or unit


class InnerParameter(Parameter):
    """A Parameter that no user gives; its name may have points, as those of channels."""

    __slots__ = ()

    def __new__(cls, name: str, value: float = 0.0, unit: str = "", doc: str = "") -> InnerParameter:
        """One of a model's, in SI units."""
        return _filled(new_symbol(cls, name), value, unit, doc)


class RunValue(InnerParameter):
    """A number that a run sets: of delayed values of a law, of how a contact is."""

    __slots__ = ()


class NumberParameter(InnerParameter):
    """A number of a model that has become a Parameter, "spring.stiffness"."""

    __slots__ = ()


def _filled(self: Any, *content: Any) -> Any:
    """A Parameter with its value, unit, doc and what was declared, which nothing changes any more."""
    for field, own in zip_longest(("value", "unit", "doc", "declared"), content, fillvalue=""):
        object.__setattr__(self, field, own)
    return self


def parameters_of(values: Iterable[Any]) -> list[Parameter]:
    """The parameters that expressions in `values` refer to, each once, in order of creation."""
    found: dict[int, Parameter] = {}
    for value in values:
        if not is_symbolic(value):
            continue
        for node in symbols_of([as_expr(x) for x in array(value).ravel()]):
            if not isinstance(node, Parameter) and node.data == "t":
                raise ModelError("time, lw.t, may stand in drives and inputs; everything else here is constant.")
            if not isinstance(node, Parameter):
                raise ModelError(f"the symbol {node} is not a Parameter; make it one with lw.Parameter(name, value).")
            found[node.uid] = node
    return [found[uid] for uid in sorted(found)]


def parameters_in(values: Iterable[Any]) -> list[Parameter]:
    """The parameters that traced expressions contain beside other symbols (time, coordinates), in order of creation."""
    nodes = [as_expr(x) for value in values if value is not None for x in array(value).ravel()]
    return [node for node in symbols_of(nodes) if isinstance(node, Parameter)]


def value_of(value: Any) -> Any:
    """The number (or array of numbers) that `value` is worth, its parameters at their own values."""
    if not is_symbolic(value):
        return value
    entries = array(value)
    known = {p.name: p.value for p in parameters_of([entries])}
    numbers = evaluate([as_expr(x) for x in entries.ravel()], known)
    result = np.array(numbers, dtype=float).reshape(entries.shape)
    return float(result) if result.ndim == 0 else result


def parameter_values(parameters: Iterable[Parameter]) -> np.ndarray:
    """What Parameters are worth, in their order."""
    return np.array([p.value for p in parameters], dtype=float)
