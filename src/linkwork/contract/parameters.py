"""`Parameter`: a named number that stays an input of the compiled code."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from ..expr import array, is_symbolic
from ..expr.evaluate import evaluate
from ..expr.graph import Expr, as_expr
from ..expr.node import new_symbol, symbols_of
from .errors import ModelError


class Parameter(Expr):
    """A number that can be varied, swept, differentiated and optimised without compiling again.

    It is an expression: `2 * k` and `lw.sqrt(k / m)` may be given wherever a number may. `value` is what it is worth
    until a state says otherwise, `system.state({"k": 400.0})`; it is given once and does not change.
    """

    __slots__ = ("doc", "unit", "value")
    value: float
    unit: str
    doc: str

    def __new__(cls, name: str, value: float, unit: str = "", doc: str = "") -> Parameter:
        """A parameter of its own, even where another has the same name; a model refuses two of one name."""
        if not isinstance(name, str) or not name.isidentifier():
            raise ModelError(f"Parameter: {name!r} cannot be a name; use letters, digits and underscores.")
        if name == "t":
            raise ModelError("Parameter: 't' is the name of time; choose another.")
        try:
            number = float(value)
        except (TypeError, ValueError):
            raise ModelError(f"Parameter {name!r}: its value {value!r} is not a number.") from None
        if not np.isfinite(number):
            raise ModelError(f"Parameter {name!r}: its value is {number}; give a finite number.")
        self = new_symbol(cls, name)
        for field, given in (("value", number), ("unit", unit), ("doc", doc)):
            object.__setattr__(self, field, given)
        return self

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
        return Parameter, (self.name, self.value, self.unit, self.doc)


class RunValue(Parameter):
    """A number that a run sets: of the past that a law looks back to, of how a contact is; no user gives one."""

    __slots__ = ()

    def __new__(cls, name: str) -> RunValue:
        """One of a model's; its name has points, as those of channels."""
        self = new_symbol(cls, name)
        for field, given in (("value", 0.0), ("unit", ""), ("doc", "")):
            object.__setattr__(self, field, given)
        return self

    def __reduce__(self) -> Any:
        return RunValue, (self.name,)


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
