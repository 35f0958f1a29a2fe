r"""Laws that look back, given the past as polynomials of time.

On a piece of a run between two mesh points, what was measured at t − τ is $\sum_k c_k T_k(x)$ with $x = (t - m)\,r$ in
[−1, 1]. The numbers c, m and r are inputs of the compiled code that a run sets at each mesh point.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from ..contract.derived.law_arguments import law_symbols, measured_count
from ..contract.element import flattened
from ..contract.force import is_delayed
from ..contract.parameters import RunValue
from ..contract.signal import Expression, t
from ..expr import array
from ..expr.graph import as_expr
from ..expr.node import symbols_of
from ..model import Connection, Model

COEFFICIENTS = 16
"""Of each polynomial."""
MIDDLE, RATE = "past.middle", "past.rate"
"""Where the polynomials of all connections are counted from, and two over the length of the piece."""


@dataclass(frozen=True)
class Recalled:
    """One number of the past that a law asks for."""

    connection: str
    delay: int
    tau: float
    what: str
    """"e" or "e_dot"."""
    component: int

    @property
    def input(self) -> str:
        """The input by which it comes in."""
        return f"late_{self.delay}_{self.what}_{self.component}"

    @property
    def names(self) -> tuple[str, ...]:
        """Those of the coefficients of its polynomial."""
        return tuple(f"{self.connection}.{self.input}.{k}" for k in range(COEFFICIENTS))

    @property
    def known(self) -> str:
        """The number that is one where the polynomial holds."""
        return known_name(self.connection, self.delay)


def known_name(connection: str, delay: int) -> str:
    """The name of the number that is one where a run has given the past of a delay."""
    return f"{connection}.late_{delay}_known"


def recalled_by(connection: Connection) -> list[Recalled]:
    """What the law of a connection asks for of the past; nothing where it does not look back."""
    element = connection.element
    if not is_delayed(element):
        return []
    traced = [as_expr(x) for value in flattened(element.first_trace.values()) for x in array(value).ravel()]
    used = {node.uid for node in symbols_of(traced)}
    asked = dict(zip(element.inputs, law_symbols(element)["i"], strict=True))
    return [
        found
        for k, tau in enumerate(element.delays)
        for what in ("e", "e_dot")
        for j in range(measured_count(element))
        if asked[(found := Recalled(connection.name, k, float(tau), what, j)).input].uid in used
    ]


def with_histories(model: Model) -> Model:
    """A model in which laws that look back have inputs for the past; the same where there are none."""
    elements = {name: c.element for name, c in model.connections.items()}
    looking = {name: element for name, element in elements.items() if is_delayed(element)}
    if not looking:
        return model
    model = model.copy()
    x = (t - RunValue(MIDDLE)) * RunValue(RATE)
    for name, element in looking.items():
        own = model.connections[name]
        given: dict[str, Any] = dict.fromkeys(element.late, 0.0)
        for k in range(len(element.delays)):
            given[f"late_{k}_known"] = RunValue(known_name(name, k))
        for asked in recalled_by(own):
            given[asked.input] = Expression(chebyshev_sum([RunValue(one) for one in asked.names], x))
        model.connections[name] = replace(own, inputs={**own.inputs, **given})
    return model


def chebyshev_sum(coefficients: Iterable[Any], x: Any) -> Any:
    """Σ c_k T_k(x) by Clenshaw's recursion."""
    first, *others = coefficients
    b, b_next = as_expr(0.0), as_expr(0.0)
    for c in reversed(others):
        b, b_next = c + 2.0 * x * b - b_next, b
    return first + x * b - b_next
