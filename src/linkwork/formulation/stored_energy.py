"""The energy that force elements hold and can give back."""

from __future__ import annotations

import inspect
from typing import Any

import numpy as np

from ..contract import ModelError
from ..contract.derived.relative import relative_list
from ..expr import array, substitute
from ..expr.graph import as_expr
from ..expr.node import symbols_of
from ..expr.polynomials import polynomial_integral
from .force_law import ForceLaw


def stored_energy(law: ForceLaw) -> Any | None:
    """V of an element in motion, None where it has none or it is not known.

    It is what the element says (`energy`, `stored_energy`), or −∫ F dε from ε = 0 where its law at ε̇ = 0 is a
    polynomial of one measured number and of nothing else that moves.
    """
    element = law.element
    if element.form == "energy":
        return law.measured[0][0]
    if element.stored_energy is None:
        return _of_polynomial(law)
    needs_inputs = "i" in inspect.signature(element.stored_energy).parameters
    return element.call("stored_energy", law.known if needs_inputs else law.seen)


def channel_energy(law: ForceLaw) -> Any:
    """The same for a channel, which must have a value."""
    found = stored_energy(law)
    if found is None:
        raise ModelError(
            f"connection {law.name!r}: the energy in {law.element.kind} is not known; write its stored_energy(...)."
        )
    return found


def _of_polynomial(law: ForceLaw) -> Any | None:
    element = law.element
    if not element.is_on_one_number:
        return None
    known = element.available()
    e, e_dot = (array(known[name]).ravel()[0] for name in ("e", "e_dot"))
    strength = substitute([as_expr(array(element.call("law", known)).ravel()[0])], {e_dot: as_expr(0.0)})[0]
    others = [x for rel in relative_list(known["rel"]) for part in (rel.R, rel.p, rel.w, rel.v) for x in np.ravel(part)]
    if {node.uid for node in symbols_of([strength])} & {x.uid for x in (*others, known["t"])}:
        return None
    found = polynomial_integral(-strength, e)
    return None if found is None else substitute([found], {e: as_expr(law.measured[0][0])})[0]
